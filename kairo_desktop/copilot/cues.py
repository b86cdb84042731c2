"""Small closed classes of words that tell a question and its state.

Everything here is grammar or vocabulary; which class means what is learned, see `training.py`.
"""

from kairo_desktop.copilot.wording import word_set

__all__ = [
    "ACKNOWLEDGEMENTS",
    "ADJECTIVE_ENDINGS",
    "ASKING_VERBS",
    "AUXILIARIES",
    "CONTINUERS",
    "DETERMINERS",
    "LEAD_INS",
    "NOUN_ENDINGS",
    "OPEN_ENDS",
    "PREPOSITIONS",
    "RELATIVES",
    "RETRACTIONS",
    "SETUP_STARTS",
    "SPEAKERS",
    "SUBJECTS",
    "SUBORDINATORS",
    "TRANSITIVE",
    "VERBS",
    "WH_WORDS",
]


WH_WORDS = word_set("what which who whom whose when where why how")

AUXILIARIES = word_set(
    "is are was were am 's 're do does did have has had can could will would shall should may might"
)

SUBJECTS = word_set("i you we they he she it that this there the a your anyone anybody someone")

ASKING_VERBS = word_set(
    """tell walk talk describe explain give name list show take compare contrast define sketch
    design draw outline summarize summarise implement write code solve make find think pick choose
    estimate share elaborate expand convince suppose start go help run prove derive optimize
    optimise imagine rate rank introduce discuss build model debug convert reverse"""
)

LEAD_INS = word_set(
    """so okay ok and well now great alright all right good cool yeah yes but then no oh perfect
    nice sure lovely fine also anyway first next finally please hey interesting awesome excellent
    because thanks course of just like or"""
)

ACKNOWLEDGEMENTS = word_set(
    """right okay ok yeah yes no sure great good cool fine nice perfect lovely exactly indeed wow
    oh got it see i that 's makes sense fair enough interesting true of course mhm really alright
    thanks thank you very an is answer honest awesome excellent understood wonderful so helpful"""
)

OPEN_ENDS = word_set(
    """a an the this these those my your our their his its and or but nor so because if whether than
    as of in on at to from with about into over between through without during against per via
    like would could should can will do does did is are was were be been have has had being
    your you i we they he she who which that when where how why what not n't 's 'd 're 've 'll
    very more most some any each every both either neither for by let say mean really actually
    basically maybe kind sort"""
)

RELATIVES = word_set("that who which whose")

SUBORDINATORS = word_set(
    "because assuming given provided unless until while where when if whether as once although"
)

CONTINUERS = (
    RELATIVES
    | SUBORDINATORS
    | word_set(
        """for to with without in on at of by from than using including especially ideally
        preferably rather instead under during across between"""
    )
)

SPEAKERS = word_set("i you we they he she it")

VERBS = word_set(
    """be go goes went gone get gets got make makes made take takes took taken come comes came know
    knows knew think thinks thought see sees saw seen want wants use uses find finds found give
    gives gave given tell tells told work works call calls try tries ask asks need needs feel feels
    felt become becomes became leave leaves left put puts mean means meant keep keeps kept let lets
    begin begins began help helps show shows hear hears heard play plays run runs ran move moves
    live lives believe hold holds held bring brings brought happen happens write writes wrote
    written sit sits sat stand stands stood lose loses lost pay pays paid meet meets met include
    continue set sets learn learns change changes lead leads led understand understands understood
    watch follow follows stop stops create creates speak speaks spoke read reads spend spends spent
    grow grows grew open opens walk walks win wins won offer offers remember remembers love loves
    consider appear appears buy buys bought wait waits serve serves die dies died send sends sent
    expect expects build builds built stay stays fall falls fell cut cuts reach reaches kill remain
    suggest raise pass passes sell sells sold require requires report reports decide decides pull
    break breaks broke broken say says said crash crashes fail fails store stores drop drops join
    joins start starts fit fits miss misses quit quits disagree disagrees agree agrees refuse
    refuses return returns throw throws catch handle handles own owns design fix fixes ship ships
    double doubles turn turns touch touches arrive arrives look looks like likes add adds exist
    exists match matches burn burns fill fills hang hangs click clicks sign signs press presses
    react reacts respond responds proceed cope copes perform performs compare compares differ
    differs affect affects apply applies accept accepts allow allows avoid avoids belong blame
    blames carry carries check checks choose chooses chose chosen claim claims compete complain
    complains contribute convince convinces cost costs deal deals deliver delivers depend depends
    describe disappear do does done drive drives drove driven earn earns eat eats ate eaten enforce
    ensure enter enters escalate escalates fight fights fought force forces forget forgets forgot
    forgotten get hire hires hurt hurts ignore ignores improve improves increase increases insist
    insists introduce kick kicks listen listens measure measures mention mentions notice notices
    organize own plan plans prefer prefers prepare prepares present presents prevent prevents
    produce produces prove proves push pushes receive receives recover recovers rely relies
    replace replaces resign resigns resolve resolves retry retries rise rises rose risen rollback
    scale scales search settle settles shake shakes shut shuts sleep sleeps slept slip slips
    smoke solve solves spread spreads steal steals stole stolen stick sticks stuck struggle
    struggles succeed suffer suffers supply supplies teach teaches taught test tests threaten
    threatens track tracks train trains travel treat treats trust trusts update updates visit
    visits vote votes wear wears wore worn worry worries"""
)

TRANSITIVE = word_set(
    """avoid bring carry choose convince cover create define detect enforce ensure establish find
    get give handle have identify implement include keep let maintain make mean meet mention need
    persuade pick prevent produce protect provide put reach reduce reject replace resolve secure
    select send set solve store take track use validate verify want"""
)
"""Verbs that want an object."""

DETERMINERS = word_set(
    """a an the this these those my your our their his its any some each every another both either
    neither no one's most"""
)

PREPOSITIONS = word_set(
    "with for from at into to by of between against during than per via without about as"
)

ADJECTIVE_ENDINGS = ("al", "ar", "ous", "ive", "ful", "able", "ible", "less", "ic", "ary")
"""Endings of words that mostly stand before a noun."""

NOUN_ENDINGS = ("er", "or", "tion", "sion", "ent", "ness", "ity", "ist", "ism", "ance", "ence")

SETUP_STARTS = word_set("say suppose imagine picture given assume consider let pretend")

RETRACTIONS = (
    "let me rephrase that",
    "let me rephrase",
    "let me put it differently",
    "let me put that differently",
    "let me start over",
    "let me start again",
    "let me ask it differently",
    "let me ask that differently",
    "let me ask it another way",
    "let me ask that another way",
    "let me try that again",
    "forget that one",
    "forget that",
    "forget it",
    "forget i asked",
    "never mind",
    "nevermind",
    "scratch that",
    "strike that",
    "no wait",
    "wait no",
    "hold on",
    "skip that",
    "we can skip",
    "let's skip",
    "let's leave that",
    "let's not",
    "you don't have to answer",
    "doesn't matter",
    "we covered that",
    "i'll come back to that",
    "let's come back to that",
)

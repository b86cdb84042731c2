"""Vocabulary of the matters that interviewers ask about."""

from kairo_desktop.copilot.wording import word_set

__all__ = ["TOPICS"]

TOPICS: dict[str, frozenset[str]] = {
    "algorithm": word_set(
        """algorithm algorithms array arrays list lists linked string strings substring substrings
        palindrome anagram anagrams sort sorted sorting unsorted search binary tree trees trie heap
        heaps stack stacks graph graphs grid maze matrix node nodes edge edges vertex vertices path
        paths shortest longest largest smallest minimum maximum median kth duplicate duplicates
        unique pairs pair triplet sum sums subset subsets permutation permutations combination
        combinations interval intervals overlapping overlap merge merged traverse traversal
        recursion recursive recursively iterative dynamic programming memoize greedy pointer
        pointers window sliding hash map set dictionary complexity runtime linear logarithmic
        quadratic constant log n squared space integers integer numbers number digits digit
        brute force input inputs output function return prefix suffix cycle loop parentheses
        brackets island islands rotate swap coins change knapsack backtracking breadth depth
        lexicographic counting frequent frequency sequence subsequence increasing bits bitwise xor
        prime primes fibonacci factorial schedule timestamps points rectangle rectangles words
        word characters character letters letter column row rows columns count elements element
        items item index indices sudoku queens spiral k cheapest fewest faster pseudocode edit
        distance sample random stream reservoir"""
    ),
    "system": word_set(
        """design architect architecture system systems scale scaling scalable service services
        api apis endpoint endpoints queue queues cache caches caching cdn database databases shard
        shards sharding partition partitions replicate replica replicas replication region regions
        failover availability available throughput latency traffic load balancer balancing
        requests millions million billion users tenant tenants notification notifications feed
        timeline chat messaging upload uploads storage store blob ingest ingestion pipeline
        pipelines realtime batch rollout deploy migrate migration migrating downtime monolith
        microservices backup backups disaster recovery bottleneck capacity schema leaderboard
        crawler shortener booking checkout inventory payments ledger search autocomplete
        recommendation recommendations rate limiter limit logging metrics monitoring monitor alert
        alerts alerting dashboard warehouse consumer consumers producer producers idempotent
        consistent consistency outage degrade clients client server servers devices telemetry
        events event webhook webhooks scheduler scheduling workers worker platform scanner offline
        sync syncing collaborative streaming video peak spike spikes gateway auth tokens session
        sessions dedupe components component diagram archive audit tamper waiting list triage intake
        routing records registry sites branches clinics hospitals stores meters sensors scanners"""
    ),
    "knowledge": word_set(
        """difference between mean means meaning explain concept concepts definition define compare
        versus vs advantages disadvantages pros cons tradeoff tradeoffs protocol http https tcp udp
        dns tls ssl rest grpc graphql websocket websockets sql nosql postgres mysql mongo mongodb
        redis kafka rabbitmq spark hadoop airflow snowflake dbt docker kubernetes container
        containers terraform ansible linux unix kernel process processes thread threads mutex
        semaphore deadlock deadlocks race concurrency async asynchronous await coroutine generator
        decorator python java javascript typescript rust go golang c++ ruby scala kotlin swift react
        vue angular css html browser dom closure closures inheritance polymorphism interface
        interfaces generics garbage collector collection memory leak leaks jvm compiler interpreter
        pointer reference transaction transactions acid isolation locking lock locks index indexes
        join joins normalization denormalize foreign key overfitting underfitting regularization
        regression gradient boosting forest neural network networks transformer transformers
        embedding embeddings precision recall bias variance cross validation backpropagation
        attention p-value p value confidence significance hypothesis test tests testing unit
        integration mock mocks mocking ci cd pipeline oauth jwt csrf xss encryption hashing
        certificate git rebase idempotency cap theorem eventual mvcc vacuum btree bloom filter
        hood internals work works under accessibility aria wcag usability heuristic cohort churn
        retention funnel ebitda accrual amortization depreciation margin hedging npv irr wacc
        liquidity hipaa fhir triage sepsis dosage sterile solid dependency injection monad
        immutability vector search tail percentiles percentile slo sla sli error budget canary blue
        green helm ingress pod pods yaml lambda serverless virtual subnet bgp nat firewall cron
        systemd clause clauses liability indemnity indemnification warranty statute doctrine
        privilege tort negligence contract contracts consideration damages jurisdiction injunction
        deposition discovery evidence consent confidentiality fiduciary compliance gdpr copyright
        trademark patent dose doses medication drug drugs insulin oxygen fluids antibiotic infection
        infusion wound ulcer symptoms signs vitals ecg blood pressure pulse glucose shock stroke
        cardiac airway effects beta blockers allergy voltage current resistor capacitor inductor
        transistor diode amplifier oscillator impedance circuit latch flip flop jitter ground
        converter regulator decoupling usb pcie spi uart firmware interrupt bus antenna watt
        median average deviation correlation outlier outliers sampling clustering classifier
        qualify qualification objection objections pipeline quota crm upsell discounting kanban
        scrum agile okr okrs velocity delegation"""
    ),
    "cause": word_set(
        """culprit cause caused causes root fault faulty slow slower slowed leak leaked leaking bug
        bottleneck debug debugged diagnose diagnosed trace traced broken wrong missing overheat
        overheated crash crashed stuck locked corrupt corrupted query anomaly pinpoint defect"""
    ),
    "story": word_set(
        """time situation example examples story occasion moment conflict disagreement disagree
        disagreed disagreeing argued pushback push pushed feedback mistake mistakes failure failed
        fail failing wrong regret proud proudest accomplishment achievement challenge challenging
        difficult difficulty hardest toughest tough stressful pressure deadline deadlines missed
        manager boss stakeholder stakeholders coworker colleague colleagues teammate teammates peer
        peers persuade convince convinced influence led lead leadership mentor mentored mentoring
        coached junior motivate initiative ambiguity ambiguous unclear decision decisions decide
        prioritize priorities learned learn lesson handled handle dealt react reacted resolve
        resolved outcome resolution happened went sideways customer upset angry unpopular trust
        ethical compromise negotiate admit apologize apologise criticism underperforming burnout
        credit blame patient patients family relative ward shift nurse surgeon client clients deal
        account quota renewal judge counsel partner juniors onboarded calmed convinced owned"""
    ),
    "career": word_set(
        """background yourself career resume cv journey experience experiences years role roles job
        jobs current previous last company companies team teams position responsibilities
        responsible degree studied study university college major school graduated hobbies
        interested interests interest strengths strength weakness weaknesses motivates goals five
        leaving leave left joined join hire drew attracted looking brought switch switched gap
        title reporting day-to-day typical day languages tools stack favorite favourite passionate
        internship thesis certification industry bootcamp freelance promoted promotion train
        training trained layoff residency practice territory firm clinic hospital license"""
    ),
    "terms": word_set(
        """salary compensation pay paid package equity bonus expectations expecting range notice
        period start date available availability relocate relocation relocating visa sponsorship
        authorization authorized permit remote hybrid onsite office commute travel traveling
        overtime shifts shift weekends weekend weekday contract permanent full part offers offer
        offers interviewing processes references referees background-check questions anything else
        recruiter panel schedule timezone zone hours call calls rate hourly freelance citizenship
        clearance noncompete vacation holiday benefits process round rounds deadline
        nights evenings commute commuting start license licensed base temporary rotating"""
    ),
    "call": word_set(
        """hear see audible audio sound volume mute muted unmute microphone mic headset headphones
        camera video screen slides share sharing frozen froze freezing breaking choppy lag lagging
        delay echo noise noisy loud quiet connection connected reconnect wifi internet line dropped
        cut link meeting invitation dial record recording repeat again catch clearly better call
        signal bandwidth picture window zoom teams browser"""
    ),
    "social": word_set(
        """hi hello hey morning afternoon evening goodbye bye welcome meet nice thanks thank weekend
        weather rain raining snow snowing sunny cold hot traffic parking flight trip train journey
        coffee tea water lunch breakfast dog cat kids baby daughter son wife husband family pets
        plant bookshelf guitar piano view room mug poster painting background wall name pronounce
        pronouncing spell birthday christmas holidays vacation football game match sleep slept tired
        health cheers luck enjoy safe care doorbell door phone postman neighbours builders kitchen
        break ready start begin late early friday monday"""
    ),
    "calendar": word_set(
        """january february march april june july august september october november december
        monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter
        easter christmas thanksgiving whitsun midsummer ramadan diwali hanukkah holidays new year
        quarter term semester month week fortnight tomorrow first second third tenth fifteenth"""
    ),
}
"""Vocabulary by which the six kinds of question differ; a word may be in several."""

<?xml version='1.0' encoding='utf-8'?>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AdvancedPage</name>
    <message>
        <source>Advanced</source>
        <translation>Advanced</translation>
    </message>
    <message>
        <source>Measured defaults. Changes here take effect at the next session.</source>
        <translation>Measured defaults. Changes here take effect at the next session.</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>Settings file</translation>
    </message>
    <message>
        <source>Kept as they are, and not known to this Kairo: {0}.</source>
        <translation>Kept as they are, and not known to this Kairo: {0}.</translation>
    </message>
    <message>
        <source>Hearing</source>
        <translation>Hearing</translation>
    </message>
    <message>
        <source>Speech recognition</source>
        <translation>Speech recognition</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Answers</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Questions</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
</context>
<context>
    <name>AnchorBlock</name>
    <message>
        <source>From your notes: {0}</source>
        <translation>From your notes: {0}</translation>
    </message>
    <message>
        <source>Nearest note: {0}</source>
        <translation>Nearest note: {0}</translation>
    </message>
</context>
<context>
    <name>AnchorLabel</name>
    <message>
        <source>From the notes – {0}</source>
        <translation>From the notes – {0}</translation>
    </message>
</context>
<context>
    <name>AudioPage</name>
    <message>
        <source>Audio</source>
        <translation>Audio</translation>
    </message>
    <message>
        <source>Speak, and play something: both meters should move. Nothing is recorded here. Choices take effect at the next session.</source>
        <translation>Speak, and play something: both meters should move. Nothing is recorded here. Choices take effect at the next session.</translation>
    </message>
    <message>
        <source>Loudness of {0}</source>
        <translation>Loudness of {0}</translation>
    </message>
    <message>
        <source>&amp;Look for sources again</source>
        <translation>&amp;Look for sources again</translation>
    </message>
    <message>
        <source>Not there?</source>
        <translation>Not there?</translation>
    </message>
    <message>
        <source>Plug it in or start the program that plays it, then look again.</source>
        <translation>Plug it in or start the program that plays it, then look again.</translation>
    </message>
    <message>
        <source>Looking for sources …</source>
        <translation>Looking for sources …</translation>
    </message>
    <message numerus="yes">
        <source>%n source(s) found.</source>
        <translation>
            <numerusform>%n source found.</numerusform>
            <numerusform>%n sources found.</numerusform>
        </translation>
    </message>
    <message>
        <source>System default ({0})</source>
        <translation>System default ({0})</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>System default</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Off</translation>
    </message>
    <message>
        <source>{0} (not there now)</source>
        <translation>{0} (not there now)</translation>
    </message>
    <message>
        <source>{0} (muted)</source>
        <translation>{0} (muted)</translation>
    </message>
    <message>
        <source>Left out: nothing is heard here.</source>
        <translation>Left out: nothing is heard here.</translation>
    </message>
    <message>
        <source>Nothing is heard. The line below says why.</source>
        <translation>Nothing is heard. The line below says why.</translation>
    </message>
    <message>
        <source>Opening …</source>
        <translation>Opening …</translation>
    </message>
    <message>
        <source>Heard: {0}</source>
        <translation>Heard: {0}</translation>
    </message>
</context>
<context>
    <name>Badge</name>
    <message>
        <source>Kairo is listening · show it</source>
        <translation>Kairo is listening · show it</translation>
    </message>
    <message>
        <source>Kairo: clicks pass through</source>
        <translation>Kairo: clicks pass through</translation>
    </message>
    <message>
        <source>Kairo is listening</source>
        <translation>Kairo is listening</translation>
    </message>
    <message>
        <source>Clicks pass through · take them back</source>
        <translation>Clicks pass through · take them back</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>L&amp;ook again</source>
        <translation>L&amp;ook again</translation>
    </message>
</context>
<context>
    <name>BottomBar</name>
    <message>
        <source>Start listening</source>
        <translation>Start listening</translation>
    </message>
    <message>
        <source>Answer what was said last</source>
        <translation>Answer what was said last</translation>
    </message>
    <message>
        <source>Answer again, differently</source>
        <translation>Answer again, differently</translation>
    </message>
    <message>
        <source>Answer now</source>
        <translation>Answer now</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Again</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>Not in your notes: general advice</source>
        <translation>Not in your notes: general advice</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copied</translation>
    </message>
    <message>
        <source>Copy question and points</source>
        <translation>Copy question and points</translation>
    </message>
</context>
<context>
    <name>CardList</name>
    <message>
        <source>New question below</source>
        <translation>New question below</translation>
    </message>
    <message>
        <source>More below</source>
        <translation>More below</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>Choose a GGUF model</source>
        <translation>Choose a GGUF model</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation>GGUF models (*.gguf)</translation>
    </message>
</context>
<context>
    <name>Confirm</name>
    <message>
        <source>Keep</source>
        <translation>Keep</translation>
    </message>
    <message>
        <source>{0}: confirm</source>
        <translation>{0}: confirm</translation>
    </message>
    <message>
        <source>{0}: do not</source>
        <translation>{0}: do not</translation>
    </message>
</context>
<context>
    <name>ConnectionsSign</name>
    <message>
        <source>Kairo has not used the network.</source>
        <translation>Kairo has not used the network.</translation>
    </message>
</context>
<context>
    <name>ConsentPage</name>
    <message>
        <source>Before Kairo listens</source>
        <translation>Before Kairo listens</translation>
    </message>
    <message>
        <source>Kairo hears both sides of a call and turns them into text on this machine. Whether you may use it is for you to find out.</source>
        <translation>Kairo hears both sides of a call and turns them into text on this machine. Whether you may use it is for you to find out.</translation>
    </message>
    <message>
        <source>The law where you are</source>
        <translation>The law where you are</translation>
    </message>
    <message>
        <source>In many places all on a call must agree before it is recorded or written down.</source>
        <translation>In many places all on a call must agree before it is recorded or written down.</translation>
    </message>
    <message>
        <source>The other side's rules</source>
        <translation>The other side's rules</translation>
    </message>
    <message>
        <source>Some interviewers welcome aids, others forbid them. Ask them first.</source>
        <translation>Some interviewers welcome aids, others forbid them. Ask them first.</translation>
    </message>
    <message>
        <source>Your own responsibility</source>
        <translation>Your own responsibility</translation>
    </message>
    <message>
        <source>Kairo cannot know the rules of your call. You answer for using it.</source>
        <translation>Kairo cannot know the rules of your call. You answer for using it.</translation>
    </message>
    <message>
        <source>Kairo never hides from screen sharing. While it listens a sign shows it, in its window or outside of it. What it hears stays on this machine.</source>
        <translation>Kairo never hides from screen sharing. While it listens a sign shows it, in its window or outside of it. What it hears stays on this machine.</translation>
    </message>
    <message>
        <source>I &amp;understand</source>
        <translation>I &amp;understand</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Not now</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message>
        <source>A session broke off before its end.</source>
        <translation>A session broke off before its end.</translation>
    </message>
    <message>
        <source>What was said until then is kept: recover it in the history.</source>
        <translation>What was said until then is kept: recover it in the history.</translation>
    </message>
    <message>
        <source>%1, or in a terminal: kairo run --toggle</source>
        <translation>%1, or in a terminal: kairo run --toggle</translation>
    </message>
    <message>
        <source>Kairo is hidden and goes on listening. It comes back with:</source>
        <translation>Kairo is hidden and goes on listening. It comes back with:</translation>
    </message>
    <message>
        <source>Kairo is hidden, not ended. It comes back with:</source>
        <translation>Kairo is hidden, not ended. It comes back with:</translation>
    </message>
    <message>
        <source>Nothing is heard yet.</source>
        <translation>Nothing is heard yet.</translation>
    </message>
    <message>
        <source>Go through this first, then start it again.</source>
        <translation>Go through this first, then start it again.</translation>
    </message>
</context>
<context>
    <name>Dots</name>
    <message>
        <source>Step {0} of {1}</source>
        <translation>Step {0} of {1}</translation>
    </message>
</context>
<context>
    <name>Feed</name>
    <message>
        <source>The session ended by something unexpected (%1).</source>
        <translation>The session ended by something unexpected (%1).</translation>
    </message>
    <message>
        <source>Start it again; what was said so far is kept.</source>
        <translation>Start it again; what was said so far is kept.</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>Search settings</source>
        <translation>Search settings</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Found settings</source>
        <translation>Found settings</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Nothing is called that.</translation>
    </message>
    <message>
        <source>headset input device</source>
        <translation>headset input device</translation>
    </message>
    <message>
        <source>speakers headphones output device</source>
        <translation>speakers headphones output device</translation>
    </message>
    <message>
        <source>font letters size zoom bigger larger</source>
        <translation>font letters size zoom bigger larger</translation>
    </message>
    <message>
        <source>dark light mode colors appearance</source>
        <translation>dark light mode colors appearance</translation>
    </message>
    <message>
        <source>transparent transparency see through</source>
        <translation>transparent transparency see through</translation>
    </message>
    <message>
        <source>history retention</source>
        <translation>history retention</translation>
    </message>
    <message>
        <source>notes resume résumé cv documents</source>
        <translation>notes resume résumé cv documents</translation>
    </message>
</context>
<context>
    <name>FirstStart</name>
    <message>
        <source>Welcome to Kairo</source>
        <translation>Welcome to Kairo</translation>
    </message>
    <message>
        <source>Continue &amp;later</source>
        <translation>Continue &amp;later</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Back</translation>
    </message>
</context>
<context>
    <name>Fits</name>
    <message>
        <source>⚠ Tight: Kairo takes {0} of memory with it; {1}</source>
        <translation>⚠ Tight: Kairo takes {0} of memory with it; {1}</translation>
    </message>
    <message>
        <source>⚠ Does not fit: Kairo would take {0} of memory with it; {1}</source>
        <translation>⚠ Does not fit: Kairo would take {0} of memory with it; {1}</translation>
    </message>
    <message>
        <source>close other programs</source>
        <translation>close other programs</translation>
    </message>
    <message>
        <source>no draft model</source>
        <translation>no draft model</translation>
    </message>
    <message>
        <source>a smaller cache</source>
        <translation>a smaller cache</translation>
    </message>
    <message>
        <source>less with {0}</source>
        <translation>less with {0}</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>about {0}</translation>
    </message>
    <message>
        <source>Fits: Kairo takes {0} of memory with it</source>
        <translation>Fits: Kairo takes {0} of memory with it</translation>
    </message>
    <message>
        <source> and </source>
        <translation> and </translation>
    </message>
    <message>
        <source>{0} fits</source>
        <translation>{0} fits</translation>
    </message>
    <message>
        <source>a context of {0} tokens</source>
        <translation>a context of {0} tokens</translation>
    </message>
</context>
<context>
    <name>FolderEditor</name>
    <message>
        <source>&amp;Choose…</source>
        <translation>&amp;Choose…</translation>
    </message>
    <message>
        <source>{0}: choose</source>
        <translation>{0}: choose</translation>
    </message>
</context>
<context>
    <name>ForgottenWatch</name>
    <message numerus="yes">
        <source>Nobody has said a word for %n minute(s).</source>
        <translation>
            <numerusform>Nobody has said a word for a minute.</numerusform>
            <numerusform>Nobody has said a word for %n minutes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Kairo stops listening in a minute if you do not answer.</source>
        <translation>Kairo stops listening in a minute if you do not answer.</translation>
    </message>
    <message>
        <source>Go on listening</source>
        <translation>Go on listening</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stop</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n question</numerusform>
            <numerusform>%n questions</numerusform>
        </translation>
    </message>
    <message>
        <source>Interviewer</source>
        <translation>Interviewer</translation>
    </message>
    <message>
        <source>You</source>
        <translation>You</translation>
    </message>
    <message>
        <source>Call of {}, {}</source>
        <translation>Call of {}, {}</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Recording</translation>
    </message>
    <message>
        <source>Broke off</source>
        <translation>Broke off</translation>
    </message>
    <message>
        <source>Recovered</source>
        <translation>Recovered</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Line</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Point</translation>
    </message>
    <message>
        <source>{} h {:02} min</source>
        <translation>{} h {:02} min</translation>
    </message>
    <message>
        <source>{:.1f} s</source>
        <translation>{:.1f} s</translation>
    </message>
    <message>
        <source>Not in your notes</source>
        <translation>Not in your notes</translation>
    </message>
    <message>
        <source>Asked again at {}</source>
        <translation>Asked again at {}</translation>
    </message>
    <message>
        <source>{}, {}: {}</source>
        <translation>{}, {}: {}</translation>
    </message>
    <message>
        <source>first words after {}</source>
        <translation>first words after {}</translation>
    </message>
    <message>
        <source>whole answers after {}</source>
        <translation>whole answers after {}</translation>
    </message>
    <message>
        <source>{} of {} answered</source>
        <translation>{} of {} answered</translation>
    </message>
    <message>
        <source>whole answer after {}</source>
        <translation>whole answer after {}</translation>
    </message>
    <message>
        <source>first words</source>
        <translation>first words</translation>
    </message>
    <message>
        <source>whole answer</source>
        <translation>whole answer</translation>
    </message>
    <message>
        <source>{} s</source>
        <translation>{} s</translation>
    </message>
    <message>
        <source>{} min</source>
        <translation>{} min</translation>
    </message>
    <message>
        <source>{} ms</source>
        <translation>{} ms</translation>
    </message>
    <message>
        <source>No answer was finished.</source>
        <translation>No answer was finished.</translation>
    </message>
    <message>
        <source>{}: half within {}, nearly all within {}, the first {}</source>
        <translation>{}: half within {}, nearly all within {}, the first {}</translation>
    </message>
    <message>
        <source>Question, {}: {}</source>
        <translation>Question, {}: {}</translation>
    </message>
    <message>
        <source>Point: {}</source>
        <translation>Point: {}</translation>
    </message>
    <message>
        <source>{}, from {}</source>
        <translation>{}, from {}</translation>
    </message>
</context>
<context>
    <name>HistoryWindow</name>
    <message>
        <source>Save this session</source>
        <translation>Save this session</translation>
    </message>
    <message>
        <source>Kairo history</source>
        <translation>Kairo history</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) broke off before the end. What was said until then is kept.</source>
        <translation>
            <numerusform>A session broke off before its end. What was said until then is kept.</numerusform>
            <numerusform>%n sessions broke off before their end. What was said until then is kept.</numerusform>
        </translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Recover</translation>
    </message>
    <message>
        <source>Saved as {}.</source>
        <translation>Saved as {}.</translation>
    </message>
</context>
<context>
    <name>Hotkeys</name>
    <message>
        <source>These are not keys that can be pressed together. Press others.</source>
        <translation>These are not keys that can be pressed together. Press others.</translation>
    </message>
    <message>
        <source>Without Ctrl, Alt or Meta it would be lost to typing. Add one of them.</source>
        <translation>Without Ctrl, Alt or Meta it would be lost to typing. Add one of them.</translation>
    </message>
    <message>
        <source>Another wish has the same keys. Choose others for one of them.</source>
        <translation>Another wish has the same keys. Choose others for one of them.</translation>
    </message>
    <message>
        <source>Another program has these keys. Choose others.</source>
        <translation>Another program has these keys. Choose others.</translation>
    </message>
    <message>
        <source>This keyboard has no such key. Choose another.</source>
        <translation>This keyboard has no such key. Choose another.</translation>
    </message>
    <message>
        <source>This desktop gives programs no keys of their own. In its keyboard settings, bind a key to: kairo run --toggle</source>
        <translation>This desktop gives programs no keys of their own. In its keyboard settings, bind a key to: kairo run --toggle</translation>
    </message>
    <message>
        <source>Your desktop did not grant these keys. Grant them in its own settings.</source>
        <translation>Your desktop did not grant these keys. Grant them in its own settings.</translation>
    </message>
    <message>
        <source>Your desktop gives keys only to programs in its menu. Put Kairo there with installers/menu, then start it anew.</source>
        <translation>Your desktop gives keys only to programs in its menu. Put Kairo there with installers/menu, then start it anew.</translation>
    </message>
    <message>
        <source>Your desktop does not answer. In its keyboard settings, bind a key to: kairo run --toggle</source>
        <translation>Your desktop does not answer. In its keyboard settings, bind a key to: kairo run --toggle</translation>
    </message>
    <message>
        <source>These keys do nothing: %1.</source>
        <translation>These keys do nothing: %1.</translation>
    </message>
    <message>
        <source>The settings say why, under Hotkeys. Choose others there.</source>
        <translation>The settings say why, under Hotkeys. Choose others there.</translation>
    </message>
    <message>
        <source>They are in the settings, under Hotkeys.</source>
        <translation>They are in the settings, under Hotkeys.</translation>
    </message>
    <message>
        <source>Show or hide the overlay.</source>
        <translation>Show or hide the overlay.</translation>
    </message>
    <message>
        <source>Answer what was said last.</source>
        <translation>Answer what was said last.</translation>
    </message>
    <message>
        <source>Answer again, differently.</source>
        <translation>Answer again, differently.</translation>
    </message>
    <message>
        <source>Pause both lanes, or hear them again.</source>
        <translation>Pause both lanes, or hear them again.</translation>
    </message>
    <message>
        <source>Let clicks through the overlay, or take them again.</source>
        <translation>Let clicks through the overlay, or take them again.</translation>
    </message>
</context>
<context>
    <name>HotkeysPage</name>
    <message>
        <source>Hotkeys</source>
        <translation>Hotkeys</translation>
    </message>
    <message>
        <source>They work while another window has the keyboard. Kairo takes these combinations and sees no other key. Click a field and press the keys; Backspace leaves one out.</source>
        <translation>They work while another window has the keyboard. Kairo takes these combinations and sees no other key. Click a field and press the keys; Backspace leaves one out.</translation>
    </message>
    <message>
        <source>The same keys as “{0}”: only one of them works.</source>
        <translation>The same keys as “{0}”: only one of them works.</translation>
    </message>
</context>
<context>
    <name>ImportRow</name>
    <message>
        <source>&amp;GGUF file…</source>
        <translation>&amp;GGUF file…</translation>
    </message>
    <message>
        <source>&amp;Whisper folder…</source>
        <translation>&amp;Whisper folder…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stop</translation>
    </message>
    <message>
        <source>Stop importing</source>
        <translation>Stop importing</translation>
    </message>
    <message>
        <source>It is copied to where Kairo keeps its models, and checked.</source>
        <translation>It is copied to where Kairo keeps its models, and checked.</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Import a model</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>Progress of the import</translation>
    </message>
    <message>
        <source>Reading it …</source>
        <translation>Reading it …</translation>
    </message>
    <message>
        <source>Copying {0} …</source>
        <translation>Copying {0} …</translation>
    </message>
    <message>
        <source>✓  {0} is in place.</source>
        <translation>✓  {0} is in place.</translation>
    </message>
    <message>
        <source>Stopped; nothing was imported.</source>
        <translation>Stopped; nothing was imported.</translation>
    </message>
    <message>
        <source>Choose the folder of a Whisper model</source>
        <translation>Choose the folder of a Whisper model</translation>
    </message>
    <message>
        <source>Nothing was chosen.</source>
        <translation>Nothing was chosen.</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Stopping …</translation>
    </message>
</context>
<context>
    <name>Job</name>
    <message>
        <source>The work was interrupted.</source>
        <translation>The work was interrupted.</translation>
    </message>
    <message>
        <source>The work ended without a word.</source>
        <translation>The work ended without a word.</translation>
    </message>
    <message>
        <source>Try again; what was done so far is kept.</source>
        <translation>Try again; what was done so far is kept.</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message>
        <source>{0} of 10</source>
        <translation>{0} of 10</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>Verify</source>
        <translation>Verify</translation>
    </message>
    <message>
        <source>Verify {0}</source>
        <translation>Verify {0}</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Remove {0}</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Remove…</translation>
    </message>
    <message>
        <source>Progress of {0}</source>
        <translation>Progress of {0}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Resume</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Download</translation>
    </message>
    <message>
        <source>Fetch again</source>
        <translation>Fetch again</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stop</translation>
    </message>
    <message>
        <source>Asking for it …</source>
        <translation>Asking for it …</translation>
    </message>
    <message>
        <source>Reading and comparing all of it …</source>
        <translation>Reading and comparing all of it …</translation>
    </message>
    <message>
        <source>Copying …</source>
        <translation>Copying …</translation>
    </message>
    <message>
        <source>Removing …</source>
        <translation>Removing …</translation>
    </message>
    <message>
        <source>Another Kairo is fetching it; waiting for that.</source>
        <translation>Another Kairo is fetching it; waiting for that.</translation>
    </message>
    <message>
        <source>Asking {0} …</source>
        <translation>Asking {0} …</translation>
    </message>
    <message>
        <source>{0} cannot serve: {1}</source>
        <translation>{0} cannot serve: {1}</translation>
    </message>
    <message>
        <source>Paused. It goes on from here.</source>
        <translation>Paused. It goes on from here.</translation>
    </message>
    <message>
        <source>✓  Size and hash are as we know them.</source>
        <translation>✓  Size and hash are as we know them.</translation>
    </message>
    <message>
        <source>✓  In place.</source>
        <translation>✓  In place.</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Stopping …</translation>
    </message>
    <message>
        <source>Checking size and hash …</source>
        <translation>Checking size and hash …</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} of {1}</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>not installed</translation>
    </message>
    <message>
        <source>partly here</source>
        <translation>partly here</translation>
    </message>
    <message>
        <source>⚠ damaged</source>
        <translation>⚠ damaged</translation>
    </message>
    <message>
        <source>installed</source>
        <translation>installed</translation>
    </message>
    <message>
        <source>installed and proven</source>
        <translation>installed and proven</translation>
    </message>
    <message>
        <source>in use, {0}</source>
        <translation>in use, {0}</translation>
    </message>
    <message>
        <source>not checked by us</source>
        <translation>not checked by us</translation>
    </message>
    <message>
        <source>Remove {0}? It is in use: no session starts without it.</source>
        <translation>Remove {0}? It is in use: no session starts without it.</translation>
    </message>
    <message>
        <source>Remove {0} from this machine?</source>
        <translation>Remove {0} from this machine?</translation>
    </message>
    <message>
        <source>the hub</source>
        <translation>the hub</translation>
    </message>
    <message>
        <source>the package index</source>
        <translation>the package index</translation>
    </message>
    <message>
        <source>The hub wants to know who asks. Save a token below, then fetch it again.</source>
        <translation>The hub wants to know who asks. Save a token below, then fetch it again.</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Writes the talking points</source>
        <translation>Writes the talking points</translation>
    </message>
    <message>
        <source>Makes answers faster</source>
        <translation>Makes answers faster</translation>
    </message>
    <message>
        <source>Understands speech</source>
        <translation>Understands speech</translation>
    </message>
    <message>
        <source>Searches your notes</source>
        <translation>Searches your notes</translation>
    </message>
    <message>
        <source>Models for this machine</source>
        <translation>Models for this machine</translation>
    </message>
    <message>
        <source>Measuring this machine</source>
        <translation>Measuring this machine</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Resume</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Try again</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continue</translation>
    </message>
    <message>
        <source>This machine is being measured; that takes some seconds.</source>
        <translation>This machine is being measured; that takes some seconds.</translation>
    </message>
    <message>
        <source>The models are still coming. Pause, or skip this step.</source>
        <translation>The models are still coming. Pause, or skip this step.</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>&amp;Skip</translation>
    </message>
    <message>
        <source>The work ended without a result.</source>
        <translation>The work ended without a result.</translation>
    </message>
    <message>
        <source>Kairo reads, writes and listens for a moment to see what suits it.</source>
        <translation>Kairo reads, writes and listens for a moment to see what suits it.</translation>
    </message>
    <message>
        <source>You can stop at any time; Kairo goes on from there.</source>
        <translation>You can stop at any time; Kairo goes on from there.</translation>
    </message>
    <message>
        <source>Paused. What has come so far is kept.</source>
        <translation>Paused. What has come so far is kept.</translation>
    </message>
    <message>
        <source>These suit it: {0} of memory are free. They are downloaded once.</source>
        <translation>These suit it: {0} of memory are free. They are downloaded once.</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Download</translation>
    </message>
    <message>
        <source>&amp;Download the other {0}</source>
        <translation>&amp;Download the other {0}</translation>
    </message>
    <message>
        <source>&amp;Download {0}</source>
        <translation>&amp;Download {0}</translation>
    </message>
    <message>
        <source>All models are here. Nothing more is fetched.</source>
        <translation>All models are here. Nothing more is fetched.</translation>
    </message>
    <message numerus="yes">
        <source>All models are here. Answers come at about %n word(s) a second.</source>
        <translation>
            <numerusform>All models are here. Answers come at about %n word a second.</numerusform>
            <numerusform>All models are here. Answers come at about %n words a second.</numerusform>
        </translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Models</translation>
    </message>
    <message>
        <source>What listens and what answers. Choices take effect at the next session.</source>
        <translation>What listens and what answers. Choices take effect at the next session.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In use</translation>
    </message>
    <message>
        <source>Add others</source>
        <translation>Add others</translation>
    </message>
    <message>
        <source>{0} (not installed)</source>
        <translation>{0} (not installed)</translation>
    </message>
    <message>
        <source>None: guess from the text</source>
        <translation>None: guess from the text</translation>
    </message>
    <message>
        <source>None: compare words only</source>
        <translation>None: compare words only</translation>
    </message>
    <message>
        <source>For larger machines</source>
        <translation>For larger machines</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>Your own</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Answers</translation>
    </message>
    <message>
        <source>Guesses ahead, for faster answers</source>
        <translation>Guesses ahead, for faster answers</translation>
    </message>
    <message>
        <source>Speech recognition</source>
        <translation>Speech recognition</translation>
    </message>
    <message>
        <source>Search in your notes</source>
        <translation>Search in your notes</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Not now</source>
        <translation>Not now</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Keep</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>Overlay</name>
    <message>
        <source>Answer now</source>
        <translation>Answer now</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Answer again</translation>
    </message>
    <message>
        <source>Pause or go on</source>
        <translation>Pause or go on</translation>
    </message>
    <message>
        <source>Stop listening</source>
        <translation>Stop listening</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Show more</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Show less</translation>
    </message>
    <message>
        <source>Let clicks through</source>
        <translation>Let clicks through</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Settings…</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>History…</translation>
    </message>
    <message>
        <source>Quit Kairo</source>
        <translation>Quit Kairo</translation>
    </message>
    <message>
        <source>Start listening</source>
        <translation>Start listening</translation>
    </message>
    <message>
        <source>{part} is being started again.</source>
        <translation>{part} is being started again.</translation>
    </message>
    <message>
        <source>Stop listening, then start again.</source>
        <translation>Stop listening, then start again.</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>Not listening</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>Getting ready</translation>
    </message>
    <message>
        <source>Listening · answers soon</source>
        <translation>Listening · answers soon</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>Listening</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Paused</translation>
    </message>
    <message>
        <source>Trouble</source>
        <translation>Trouble</translation>
    </message>
    <message>
        <source>Experience</source>
        <translation>Experience</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithm</translation>
    </message>
    <message>
        <source>System design</source>
        <translation>System design</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Knowledge</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Background</translation>
    </message>
    <message>
        <source>Logistics</source>
        <translation>Logistics</translation>
    </message>
    <message>
        <source>Nothing said by you yet</source>
        <translation>Nothing said by you yet</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n connection</numerusform>
            <numerusform>%n connections</numerusform>
        </translation>
    </message>
    <message>
        <source>This desktop lets no window stay above the others: put Kairo beside the call. Where XWayland is installed, it floats.</source>
        <translation>This desktop lets no window stay above the others: put Kairo beside the call. Where XWayland is installed, it floats.</translation>
    </message>
    <message>
        <source>The call</source>
        <translation>The call</translation>
    </message>
    <message>
        <source>Your microphone</source>
        <translation>Your microphone</translation>
    </message>
    <message>
        <source>Nothing said in the call yet</source>
        <translation>Nothing said in the call yet</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) cannot be used. The settings say which and why, under Profile.</source>
        <translation>
            <numerusform>%n note cannot be used. The settings say which and why, under Profile.</numerusform>
            <numerusform>%n notes cannot be used. The settings say which and why, under Profile.</numerusform>
        </translation>
    </message>
    <message>
        <source>Speech recognition</source>
        <translation>Speech recognition</translation>
    </message>
    <message>
        <source>The answering model</source>
        <translation>The answering model</translation>
    </message>
    <message>
        <source>Answers come once the models are ready. Nothing is lost.</source>
        <translation>Answers come once the models are ready. Nothing is lost.</translation>
    </message>
    <message>
        <source>Waiting for a question</source>
        <translation>Waiting for a question</translation>
    </message>
    <message>
        <source>Points appear here when one is asked.</source>
        <translation>Points appear here when one is asked.</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>silent</translation>
    </message>
    <message>
        <source>no sound comes</source>
        <translation>no sound comes</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>lost</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>not allowed</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>paused</translation>
    </message>
    <message>
        <source>{lane}: {state}. Click to pause it</source>
        <translation>{lane}: {state}. Click to pause it</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>taken back</translation>
    </message>
    <message>
        <source>may go on</source>
        <translation>may go on</translation>
    </message>
    <message>
        <source>First words before the question ended</source>
        <translation>First words before the question ended</translation>
    </message>
    <message>
        <source>First words after {time}</source>
        <translation>First words after {time}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>all after {time}</source>
        <translation>all after {time}</translation>
    </message>
    <message>
        <source>{part} stopped and is being started again. Nothing is lost.</source>
        <translation>{part} stopped and is being started again. Nothing is lost.</translation>
    </message>
    <message>
        <source>{part} keeps stopping. Stop listening, then start again.</source>
        <translation>{part} keeps stopping. Stop listening, then start again.</translation>
    </message>
    <message>
        <source>not from your notes</source>
        <translation>not from your notes</translation>
    </message>
    <message>
        <source>Ready when you are</source>
        <translation>Ready when you are</translation>
    </message>
    <message>
        <source>Nothing is heard until you start.</source>
        <translation>Nothing is heard until you start.</translation>
    </message>
    <message>
        <source>Getting the models ready</source>
        <translation>Getting the models ready</translation>
    </message>
    <message>
        <source>What is said meanwhile is not lost.</source>
        <translation>What is said meanwhile is not lost.</translation>
    </message>
    <message>
        <source>Nothing is heard until you go on.</source>
        <translation>Nothing is heard until you go on.</translation>
    </message>
    <message>
        <source>Something is in the way</source>
        <translation>Something is in the way</translation>
    </message>
    <message>
        <source>The line below says what.</source>
        <translation>The line below says what.</translation>
    </message>
    <message>
        <source>{lane}: not part of this session</source>
        <translation>{lane}: not part of this session</translation>
    </message>
    <message>
        <source>{lane}: paused. Click to hear it again</source>
        <translation>{lane}: paused. Click to hear it again</translation>
    </message>
    <message>
        <source>heard</source>
        <translation>heard</translation>
    </message>
</context>
<context>
    <name>OverlayPage</name>
    <message>
        <source>Overlay</source>
        <translation>Overlay</translation>
    </message>
    <message>
        <source>How the floating window looks. It changes while you move these.</source>
        <translation>How the floating window looks. It changes while you move these.</translation>
    </message>
</context>
<context>
    <name>PinnedStrip</name>
    <message>
        <source>Let go</source>
        <translation>Let go</translation>
    </message>
</context>
<context>
    <name>PointRow</name>
    <message>
        <source>Keep in sight</source>
        <translation>Keep in sight</translation>
    </message>
    <message>
        <source>Let go</source>
        <translation>Let go</translation>
    </message>
    <message>
        <source>still being written</source>
        <translation>still being written</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>Privacy</translation>
    </message>
    <message>
        <source>All of it stays on this machine. Changes count from the next session on.</source>
        <translation>All of it stays on this machine. Changes count from the next session on.</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sessions</translation>
    </message>
    <message>
        <source>On this disk, readable by you alone.</source>
        <translation>On this disk, readable by you alone.</translation>
    </message>
    <message>
        <source>Private files</source>
        <translation>Private files</translation>
    </message>
    <message>
        <source>Everything above</source>
        <translation>Everything above</translation>
    </message>
    <message>
        <source>Settings, models, your own notes and the hub token stay.</source>
        <translation>Settings, models, your own notes and the hub token stay.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Network</translation>
    </message>
    <message>
        <source>No connections, unless you fetch a model: then the hub or the package index is asked for that file. The overlay counts every connection.</source>
        <translation>No connections, unless you fetch a model: then the hub or the package index is asked for that file. The overlay counts every connection.</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>Delete {0}</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Delete…</translation>
    </message>
    <message>
        <source>There is nothing to delete.</source>
        <translation>There is nothing to delete.</translation>
    </message>
    <message>
        <source>Deleting …</source>
        <translation>Deleting …</translation>
    </message>
    <message>
        <source>✓  Deleted.</source>
        <translation>✓  Deleted.</translation>
    </message>
    <message>
        <source>Delete {0} for good? It cannot be undone.</source>
        <translation>Delete {0} for good? It cannot be undone.</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nothing</translation>
    </message>
    <message numerus="yes">
        <source>{0} in %n file(s)</source>
        <translation>
            <numerusform>{0} in %n file</numerusform>
            <numerusform>{0} in %n files</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved model states</source>
        <translation>Saved model states</translation>
    </message>
    <message>
        <source>Indexes of your notes</source>
        <translation>Indexes of your notes</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Logs</translation>
    </message>
    <message>
        <source>What was said, asked and answered.</source>
        <translation>What was said, asked and answered.</translation>
    </message>
    <message>
        <source>Your profile as the model has read it, for a quick start.</source>
        <translation>Your profile as the model has read it, for a quick start.</translation>
    </message>
    <message>
        <source>Your notes in searchable pieces.</source>
        <translation>Your notes in searchable pieces.</translation>
    </message>
    <message>
        <source>What the program did; nobody's words.</source>
        <translation>What the program did; nobody's words.</translation>
    </message>
</context>
<context>
    <name>ProfilePage</name>
    <message>
        <source>Profile</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>One folder with your résumé (resume or cv), the job ad (job) and your notes, as md, txt, pdf or docx. It takes effect at the next session.</source>
        <translation>One folder with your résumé (resume or cv), the job ad (job) and your notes, as md, txt, pdf or docx. It takes effect at the next session.</translation>
    </message>
    <message>
        <source>Choose your profile folder</source>
        <translation>Choose your profile folder</translation>
    </message>
    <message>
        <source>&amp;Read it again</source>
        <translation>&amp;Read it again</translation>
    </message>
    <message>
        <source>No folder is chosen</source>
        <translation>No folder is chosen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Read</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Not read</translation>
    </message>
    <message>
        <source>Answers are general advice until there is one.</source>
        <translation>Answers are general advice until there is one.</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Reading …</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) read, {0} not.</source>
        <translation>
            <numerusform>%n file read, {0} not.</numerusform>
            <numerusform>%n files read, {0} not.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} · %n word(s)</source>
        <translation>
            <numerusform>{0} · %n word</numerusform>
            <numerusform>{0} · %n words</numerusform>
        </translation>
    </message>
    <message>
        <source>It {0}.</source>
        <translation>It {0}.</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>and {0} more</translation>
    </message>
    <message>
        <source>Your résumé</source>
        <translation>Your résumé</translation>
    </message>
    <message>
        <source>The job ad</source>
        <translation>The job ad</translation>
    </message>
    <message>
        <source>A note</source>
        <translation>A note</translation>
    </message>
</context>
<context>
    <name>ReadingPane</name>
    <message>
        <source>It is the last with these notes: delete their index, too</source>
        <translation>It is the last with these notes: delete their index, too</translation>
    </message>
    <message>
        <source>Delete this session? Nothing of it can be brought back.</source>
        <translation>Delete this session? Nothing of it can be brought back.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Delete</translation>
    </message>
    <message>
        <source>Choose a session to read it.</source>
        <translation>Choose a session to read it.</translation>
    </message>
    <message>
        <source>There is no session to read.</source>
        <translation>There is no session to read.</translation>
    </message>
    <message>
        <source>This session broke off. What was said until then is kept.</source>
        <translation>This session broke off. What was said until then is kept.</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Recover</translation>
    </message>
</context>
<context>
    <name>ReadyPage</name>
    <message>
        <source>Kairo is ready</source>
        <translation>Kairo is ready</translation>
    </message>
    <message>
        <source>Start it before a call, from its window or from its sign in the panel.</source>
        <translation>Start it before a call, from its window or from its sign in the panel.</translation>
    </message>
    <message>
        <source>Give it your notes</source>
        <translation>Give it your notes</translation>
    </message>
    <message>
        <source>A folder with your résumé, the job ad and what you want to have at hand.</source>
        <translation>A folder with your résumé, the job ad and what you want to have at hand.</translation>
    </message>
    <message>
        <source>&amp;Open the settings</source>
        <translation>&amp;Open the settings</translation>
    </message>
    <message>
        <source>Call it up at any time</source>
        <translation>Call it up at any time</translation>
    </message>
    <message>
        <source>Everything is in the settings</source>
        <translation>Everything is in the settings</translation>
    </message>
    <message>
        <source>Sound, models, looks and privacy can be changed there at any time.</source>
        <translation>Sound, models, looks and privacy can be changed there at any time.</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>&amp;Done</translation>
    </message>
    <message>
        <source>&amp;Start listening</source>
        <translation>&amp;Start listening</translation>
    </message>
    <message>
        <source>{0} shows or hides Kairo.</source>
        <translation>{0} shows or hides Kairo.</translation>
    </message>
    <message>
        <source>{0} answers what was said last.</source>
        <translation>{0} answers what was said last.</translation>
    </message>
    <message>
        <source>No keys are set; choose some in the settings.</source>
        <translation>No keys are set; choose some in the settings.</translation>
    </message>
</context>
<context>
    <name>SamplePage</name>
    <message>
        <source>Try it on a sample</source>
        <translation>Try it on a sample</translation>
    </message>
    <message>
        <source>Kairo listens to a short recorded interview and answers from the notes of its candidate. Nothing of yours is used.</source>
        <translation>Kairo listens to a short recorded interview and answers from the notes of its candidate. Nothing of yours is used.</translation>
    </message>
    <message>
        <source>The interviewer</source>
        <translation>The interviewer</translation>
    </message>
    <message>
        <source>Loading the models</source>
        <translation>Loading the models</translation>
    </message>
    <message>
        <source>A first answer in half a minute</source>
        <translation>A first answer in half a minute</translation>
    </message>
    <message>
        <source>The interviewer's words come first, then talking points as they are written. Go on as soon as you have seen enough; the whole recording takes a minute.</source>
        <translation>The interviewer's words come first, then talking points as they are written. Go on as soon as you have seen enough; the whole recording takes a minute.</translation>
    </message>
    <message>
        <source>&amp;Play it again</source>
        <translation>&amp;Play it again</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continue</translation>
    </message>
    <message>
        <source>&amp;Play the sample</source>
        <translation>&amp;Play the sample</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>&amp;Skip</translation>
    </message>
    <message>
        <source>Loading the models …</source>
        <translation>Loading the models …</translation>
    </message>
</context>
<context>
    <name>SecretDesk</name>
    <message>
        <source>The keyring does not answer.</source>
        <translation>The keyring does not answer.</translation>
    </message>
    <message>
        <source>Look for a window that asks to unlock it, then try again.</source>
        <translation>Look for a window that asks to unlock it, then try again.</translation>
    </message>
</context>
<context>
    <name>SessionsPane</name>
    <message>
        <source>Delete &amp;all…</source>
        <translation>Delete &amp;all…</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nothing found.</translation>
    </message>
    <message>
        <source>No sessions yet.

What is said and answered while Kairo listens is kept here, on this machine only, unless Privacy says otherwise.</source>
        <translation>No sessions yet.

What is said and answered while Kairo listens is kept here, on this machine only, unless Privacy says otherwise.</translation>
    </message>
    <message>
        <source>Search all sessions</source>
        <translation>Search all sessions</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sessions</translation>
    </message>
    <message>
        <source>Delete every session? Nothing of them can be brought back.</source>
        <translation>Delete every session? Nothing of them can be brought back.</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Delete all</translation>
    </message>
    <message>
        <source>Also what was made of my notes</source>
        <translation>Also what was made of my notes</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Reset “{0}” to {1}</source>
        <translation>Reset “{0}” to {1}</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>unknown size</translation>
    </message>
    <message>
        <source>on</source>
        <translation>on</translation>
    </message>
    <message>
        <source>none</source>
        <translation>none</translation>
    </message>
    <message>
        <source>as the system</source>
        <translation>as the system</translation>
    </message>
    <message>
        <source>never</source>
        <translation>never</translation>
    </message>
    <message>
        <source>off</source>
        <translation>off</translation>
    </message>
    <message>
        <source>Speech threshold</source>
        <translation>Speech threshold</translation>
    </message>
    <message>
        <source>Shortest speech</source>
        <translation>Shortest speech</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Sound kept from before</source>
        <translation>Sound kept from before</translation>
    </message>
    <message>
        <source>End of an utterance</source>
        <translation>End of an utterance</translation>
    </message>
    <message>
        <source>Interviewer</source>
        <translation>Interviewer</translation>
    </message>
    <message>
        <source>You</source>
        <translation>You</translation>
    </message>
    <message>
        <source>Sound buffer</source>
        <translation>Sound buffer</translation>
    </message>
    <message>
        <source>Recognizer</source>
        <translation>Recognizer</translation>
    </message>
    <message>
        <source>Spoken language</source>
        <translation>Spoken language</translation>
    </message>
    <message>
        <source>When to listen</source>
        <translation>When to listen</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>At end</source>
        <translation>At end</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Processor threads</translation>
    </message>
    <message>
        <source>Update after</source>
        <translation>Update after</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatic</translation>
    </message>
    <message>
        <source>all</source>
        <translation>all</translation>
    </message>
    <message>
        <source>Update your words after</source>
        <translation>Update your words after</translation>
    </message>
    <message>
        <source>Settle after</source>
        <translation>Settle after</translation>
    </message>
    <message>
        <source>Hear words again for</source>
        <translation>Hear words again for</translation>
    </message>
    <message>
        <source>Longest window</source>
        <translation>Longest window</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Names and terms</source>
        <translation>Names and terms</translation>
    </message>
    <message>
        <source>Answering model</source>
        <translation>Answering model</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draft model</translation>
    </message>
    <message>
        <source>Guess ahead by</source>
        <translation>Guess ahead by</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>None</source>
        <translation>None</translation>
    </message>
    <message>
        <source>Lookup</source>
        <translation>Lookup</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Longest guess</source>
        <translation>Longest guess</translation>
    </message>
    <message>
        <source>Stop guessing below</source>
        <translation>Stop guessing below</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Context length</translation>
    </message>
    <message>
        <source>Cache type of keys</source>
        <translation>Cache type of keys</translation>
    </message>
    <message>
        <source>F16</source>
        <translation>F16</translation>
    </message>
    <message>
        <source>Q8 0</source>
        <translation>Q8 0</translation>
    </message>
    <message>
        <source>Q5 1</source>
        <translation>Q5 1</translation>
    </message>
    <message>
        <source>Q4 0</source>
        <translation>Q4 0</translation>
    </message>
    <message>
        <source>Cache type of values</source>
        <translation>Cache type of values</translation>
    </message>
    <message>
        <source>Draft cache: keys</source>
        <translation>Draft cache: keys</translation>
    </message>
    <message>
        <source>Draft cache: values</source>
        <translation>Draft cache: values</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>Layers on the GPU</translation>
    </message>
    <message>
        <source>Draft layers on the GPU</source>
        <translation>Draft layers on the GPU</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperature</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Repetition penalty</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Longest answer</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>Reuse the common beginning</source>
        <translation>Reuse the common beginning</translation>
    </message>
    <message>
        <source>Prepare an answer after</source>
        <translation>Prepare an answer after</translation>
    </message>
    <message>
        <source>Confirm a closed turn after</source>
        <translation>Confirm a closed turn after</translation>
    </message>
    <message>
        <source>Confirm a complete turn after</source>
        <translation>Confirm a complete turn after</translation>
    </message>
    <message>
        <source>Confirm an open turn after</source>
        <translation>Confirm an open turn after</translation>
    </message>
    <message>
        <source>Reopen within</source>
        <translation>Reopen within</translation>
    </message>
    <message>
        <source>Give up after</source>
        <translation>Give up after</translation>
    </message>
    <message>
        <source>Work ahead</source>
        <translation>Work ahead</translation>
    </message>
    <message>
        <source>Second opinion</source>
        <translation>Second opinion</translation>
    </message>
    <message>
        <source>Ask the answering model too whether something is a question, where that is unclear. Helps little with small models; takes processor time while people speak.</source>
        <translation>Ask the answering model too whether something is a question, where that is unclear. Helps little with small models; takes processor time while people speak.</translation>
    </message>
    <message>
        <source>Profile folder</source>
        <translation>Profile folder</translation>
    </message>
    <message>
        <source>Notes search</source>
        <translation>Notes search</translation>
    </message>
    <message>
        <source>Pieces of notes</source>
        <translation>Pieces of notes</translation>
    </message>
    <message>
        <source>Relevance needed</source>
        <translation>Relevance needed</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Theme</translation>
    </message>
    <message>
        <source>Colors; "system" follows the desktop.</source>
        <translation>Colors; "system" follows the desktop.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Light</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dark</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>High contrast</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Opacity</translation>
    </message>
    <message>
        <source>Text scale</source>
        <translation>Text scale</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compact</translation>
    </message>
    <message>
        <source>Only the note and the points, without captions and times.</source>
        <translation>Only the note and the points, without captions and times.</translation>
    </message>
    <message>
        <source>Show times</source>
        <translation>Show times</translation>
    </message>
    <message>
        <source>Above fullscreen</source>
        <translation>Above fullscreen</translation>
    </message>
    <message>
        <source>How sure it must be that a sound is speech. Raise it in a noisy room; lower it if a quiet voice is missed.</source>
        <translation>How sure it must be that a sound is speech. Raise it in a noisy room; lower it if a quiet voice is missed.</translation>
    </message>
    <message>
        <source>Shorter sounds are taken for clicks.</source>
        <translation>Shorter sounds are taken for clicks.</translation>
    </message>
    <message>
        <source>Sound from just before speech is heard too, so that no first syllable is lost.</source>
        <translation>Sound from just before speech is heard too, so that no first syllable is lost.</translation>
    </message>
    <message>
        <source>After so long a pause, what was said is complete.</source>
        <translation>After so long a pause, what was said is complete.</translation>
    </message>
    <message>
        <source>The sound of the call.</source>
        <translation>The sound of the call.</translation>
    </message>
    <message>
        <source>Your microphone.</source>
        <translation>Your microphone.</translation>
    </message>
    <message>
        <source>How much sound a device collects before Kairo hears it. Raise it if words are missing.</source>
        <translation>How much sound a device collects before Kairo hears it. Raise it if words are missing.</translation>
    </message>
    <message>
        <source>Turns speech into text. A larger one hears better and takes more processor time.</source>
        <translation>Turns speech into text. A larger one hears better and takes more processor time.</translation>
    </message>
    <message>
        <source>Two letters, such as en or de; auto finds out once.</source>
        <translation>Two letters, such as en or de; auto finds out once.</translation>
    </message>
    <message>
        <source>While people speak, so that answers come at once; or when they stop, which takes less processor time.</source>
        <translation>While people speak, so that answers come at once; or when they stop, which takes less processor time.</translation>
    </message>
    <message>
        <source>Processor threads that hear speech.</source>
        <translation>Processor threads that hear speech.</translation>
    </message>
    <message>
        <source>How often new words of the call appear. Sooner takes more processor time.</source>
        <translation>How often new words of the call appear. Sooner takes more processor time.</translation>
    </message>
    <message>
        <source>The same for your own words, for which no answer waits.</source>
        <translation>The same for your own words, for which no answer waits.</translation>
    </message>
    <message>
        <source>After so long a pause, the words before it change no more.</source>
        <translation>After so long a pause, the words before it change no more.</translation>
    </message>
    <message>
        <source>How long words may still change by what follows. Longer hears better and takes more processor time.</source>
        <translation>How long words may still change by what follows. Longer hears better and takes more processor time.</translation>
    </message>
    <message>
        <source>How much of a long sentence is heard at once. More hears better and takes more processor time.</source>
        <translation>How much of a long sentence is heard at once. More hears better and takes more processor time.</translation>
    </message>
    <message>
        <source>What is likely to be said, so that it is spelled as you spell it.</source>
        <translation>What is likely to be said, so that it is spelled as you spell it.</translation>
    </message>
    <message>
        <source>Writes the talking points. A larger one answers better, and later.</source>
        <translation>Writes the talking points. A larger one answers better, and later.</translation>
    </message>
    <message>
        <source>A small model that guesses ahead, so that answers come sooner. They stay the same.</source>
        <translation>A small model that guesses ahead, so that answers come sooner. They stay the same.</translation>
    </message>
    <message>
        <source>Where words are guessed ahead, answers come sooner. They stay the same.</source>
        <translation>Where words are guessed ahead, answers come sooner. They stay the same.</translation>
    </message>
    <message>
        <source>Tokens that are guessed at a time, at most.</source>
        <translation>Tokens that are guessed at a time, at most.</translation>
    </message>
    <message>
        <source>The draft model guesses on while it is at least this sure. With less it goes further, and is wrong more often.</source>
        <translation>The draft model guesses on while it is at least this sure. With less it goes further, and is wrong more often.</translation>
    </message>
    <message>
        <source>Tokens that the model can read at once: notes, question and answer. More takes more memory.</source>
        <translation>Tokens that the model can read at once: notes, question and answer. More takes more memory.</translation>
    </message>
    <message>
        <source>How the model keeps what it has read. Smaller types take less memory and lose a little.</source>
        <translation>How the model keeps what it has read. Smaller types take less memory and lose a little.</translation>
    </message>
    <message>
        <source>The second half of the same. Smaller types take less memory and lose a little.</source>
        <translation>The second half of the same. Smaller types take less memory and lose a little.</translation>
    </message>
    <message>
        <source>The same for the draft model.</source>
        <translation>The same for the draft model.</translation>
    </message>
    <message>
        <source>How much of the model runs on the graphics card; -1 is as much as fits.</source>
        <translation>How much of the model runs on the graphics card; -1 is as much as fits.</translation>
    </message>
    <message>
        <source>How much of the draft model runs on the graphics card; -1 is as much as fits.</source>
        <translation>How much of the draft model runs on the graphics card; -1 is as much as fits.</translation>
    </message>
    <message>
        <source>Processor threads that write answers.</source>
        <translation>Processor threads that write answers.</translation>
    </message>
    <message>
        <source>At 0 the same question gets the same answer; with more, answers vary.</source>
        <translation>At 0 the same question gets the same answer; with more, answers vary.</translation>
    </message>
    <message>
        <source>How many of the likeliest words are chosen from. Counts where the temperature is above 0.</source>
        <translation>How many of the likeliest words are chosen from. Counts where the temperature is above 0.</translation>
    </message>
    <message>
        <source>The likeliest words that make up this share are chosen from. Counts where the temperature is above 0.</source>
        <translation>The likeliest words that make up this share are chosen from. Counts where the temperature is above 0.</translation>
    </message>
    <message>
        <source>Words less likely than this share of the likeliest one are left out. Counts where the temperature is above 0.</source>
        <translation>Words less likely than this share of the likeliest one are left out. Counts where the temperature is above 0.</translation>
    </message>
    <message>
        <source>Keeps an answer from saying the same words again; 1 does nothing.</source>
        <translation>Keeps an answer from saying the same words again; 1 does nothing.</translation>
    </message>
    <message>
        <source>Another number gives other answers. Counts where the temperature is above 0.</source>
        <translation>Another number gives other answers. Counts where the temperature is above 0.</translation>
    </message>
    <message>
        <source>Where an answer ends at the latest. A token is about three quarters of a word.</source>
        <translation>Where an answer ends at the latest. A token is about three quarters of a word.</translation>
    </message>
    <message>
        <source>Read only what is new since the question before, so that answers come sooner.</source>
        <translation>Read only what is new since the question before, so that answers come sooner.</translation>
    </message>
    <message>
        <source>After so long a pause an answer is begun, which may still change.</source>
        <translation>After so long a pause an answer is begun, which may still change.</translation>
    </message>
    <message>
        <source>After so long a pause a question that cannot go on counts as asked, such as one said twice.</source>
        <translation>After so long a pause a question that cannot go on counts as asked, such as one said twice.</translation>
    </message>
    <message>
        <source>After so long a pause a question that seems complete counts as asked. Its answer stands there long before, tentative; people pause for up to 1.2 s in the middle of a question.</source>
        <translation>After so long a pause a question that seems complete counts as asked. Its answer stands there long before, tentative; people pause for up to 1.2 s in the middle of a question.</translation>
    </message>
    <message>
        <source>After so long a pause a question that seems unfinished counts as asked.</source>
        <translation>After so long a pause a question that seems unfinished counts as asked.</translation>
    </message>
    <message>
        <source>Whoever goes on within this time goes on with the same question.</source>
        <translation>Whoever goes on within this time goes on with the same question.</translation>
    </message>
    <message>
        <source>After so long a silence an unfinished question is given up, or a story that led to none.</source>
        <translation>After so long a silence an unfinished question is given up, or a story that led to none.</translation>
    </message>
    <message>
        <source>Read a question while it is asked and begin to answer when it may be over. Answers come sooner and take more processor time.</source>
        <translation>Read a question while it is asked and begin to answer when it may be over. Answers come sooner and take more processor time.</translation>
    </message>
    <message>
        <source>Your résumé, the job ad and your notes. Without it, answers are general advice.</source>
        <translation>Your résumé, the job ad and your notes. Without it, answers are general advice.</translation>
    </message>
    <message>
        <source>Finds notes by their meaning; without it, by their words alone.</source>
        <translation>Finds notes by their meaning; without it, by their words alone.</translation>
    </message>
    <message>
        <source>How many pieces of your notes, of about 45 words each, an answer rests on at most.</source>
        <translation>How many pieces of your notes, of about 45 words each, an answer rests on at most.</translation>
    </message>
    <message>
        <source>How likely notes must help to be used. With less they are used more often, and more often in vain.</source>
        <translation>How likely notes must help to be used. With less they are used more often, and more often in vain.</translation>
    </message>
    <message>
        <source>How much of what lies below is covered; 1 covers all.</source>
        <translation>How much of what lies below is covered; 1 covers all.</translation>
    </message>
    <message>
        <source>Size of the text; 1 is the system's own.</source>
        <translation>Size of the text; 1 is the system's own.</translation>
    </message>
    <message>
        <source>Say below an answer how long it took, in the full overlay.</source>
        <translation>Say below an answer how long it took, in the full overlay.</translation>
    </message>
    <message>
        <source>Stay above full-screen windows too, whatever the window manager says (X11 only).</source>
        <translation>Stay above full-screen windows too, whatever the window manager says (X11 only).</translation>
    </message>
    <message>
        <source>Show or hide</source>
        <translation>Show or hide</translation>
    </message>
    <message>
        <source>Show or hide the overlay.</source>
        <translation>Show or hide the overlay.</translation>
    </message>
    <message>
        <source>Answer now</source>
        <translation>Answer now</translation>
    </message>
    <message>
        <source>Answer what was said last.</source>
        <translation>Answer what was said last.</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Answer again</translation>
    </message>
    <message>
        <source>Answer again, differently.</source>
        <translation>Answer again, differently.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Pause both lanes, or hear them again.</source>
        <translation>Pause both lanes, or hear them again.</translation>
    </message>
    <message>
        <source>Click-through</source>
        <translation>Click-through</translation>
    </message>
    <message>
        <source>Let clicks through the overlay, or take them again.</source>
        <translation>Let clicks through the overlay, or take them again.</translation>
    </message>
    <message>
        <source>Keep sessions</source>
        <translation>Keep sessions</translation>
    </message>
    <message>
        <source>Keep what was said and answered, for the history. Else it is gone when the program ends.</source>
        <translation>Keep what was said and answered, for the history. Else it is gone when the program ends.</translation>
    </message>
    <message>
        <source>Days after which a session is deleted from the history.</source>
        <translation>Days after which a session is deleted from the history.</translation>
    </message>
    <message>
        <source>Minutes without a word after which Kairo asks whether to go on listening, and stops when nobody says so.</source>
        <translation>Minutes without a word after which Kairo asks whether to go on listening, and stops when nobody says so.</translation>
    </message>
    <message>
        <source>Delete sessions after</source>
        <translation>Delete sessions after</translation>
    </message>
    <message>
        <source>days</source>
        <translation>days</translation>
    </message>
    <message>
        <source>Ask whether to go on after</source>
        <translation>Ask whether to go on after</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Kairo settings</source>
        <translation>Kairo settings</translation>
    </message>
    <message>
        <source>Looked again: it is still so.</source>
        <translation>Looked again: it is still so.</translation>
    </message>
    <message>
        <source>Saved. It takes effect at the next session.</source>
        <translation>Saved. It takes effect at the next session.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Saved.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Models</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>Audio</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Overlay</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Hotkeys</source>
        <translation>Hotkeys</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacy</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Advanced</translation>
    </message>
</context>
<context>
    <name>SoundPage</name>
    <message>
        <source>Can Kairo hear you both?</source>
        <translation>Can Kairo hear you both?</translation>
    </message>
    <message>
        <source>Say a few words, then play the test sound. Both bars should move.</source>
        <translation>Say a few words, then play the test sound. Both bars should move.</translation>
    </message>
    <message>
        <source>You</source>
        <translation>You</translation>
    </message>
    <message>
        <source>The other side</source>
        <translation>The other side</translation>
    </message>
    <message>
        <source>Loudness of {0}</source>
        <translation>Loudness of {0}</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continue</translation>
    </message>
    <message>
        <source>&amp;Continue anyway</source>
        <translation>&amp;Continue anyway</translation>
    </message>
    <message>
        <source>Left out in the settings.</source>
        <translation>Left out in the settings.</translation>
    </message>
    <message>
        <source>Nothing is heard. The line below says why.</source>
        <translation>Nothing is heard. The line below says why.</translation>
    </message>
    <message>
        <source>Opening …</source>
        <translation>Opening …</translation>
    </message>
    <message>
        <source>The test sound cannot be played here. Play a video or music instead.</source>
        <translation>The test sound cannot be played here. Play a video or music instead.</translation>
    </message>
    <message>
        <source>&amp;Stop the sound</source>
        <translation>&amp;Stop the sound</translation>
    </message>
    <message>
        <source>&amp;Play a test sound</source>
        <translation>&amp;Play a test sound</translation>
    </message>
    <message>
        <source>Heard, by {0}</source>
        <translation>Heard, by {0}</translation>
    </message>
    <message>
        <source>Listening to {0}</source>
        <translation>Listening to {0}</translation>
    </message>
</context>
<context>
    <name>StepPage</name>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continue</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>&amp;Skip</translation>
    </message>
</context>
<context>
    <name>StoryHead</name>
    <message>
        <source>Title of the session</source>
        <translation>Title of the session</translation>
    </message>
    <message>
        <source>Click to rename</source>
        <translation>Click to rename</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>&amp;Copy all</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Export</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Delete…</translation>
    </message>
    <message>
        <source>It is being recorded: stop it first.</source>
        <translation>It is being recorded: stop it first.</translation>
    </message>
    <message>
        <source>Delete this session (Del)</source>
        <translation>Delete this session (Del)</translation>
    </message>
    <message>
        <source>&amp;Markdown, to read and keep</source>
        <translation>&amp;Markdown, to read and keep</translation>
    </message>
    <message>
        <source>&amp;JSON, everything for other programs</source>
        <translation>&amp;JSON, everything for other programs</translation>
    </message>
    <message>
        <source>&amp;Subtitles (SRT), the lines with their times</source>
        <translation>&amp;Subtitles (SRT), the lines with their times</translation>
    </message>
    <message>
        <source>Copy everything that was said and answered</source>
        <translation>Copy everything that was said and answered</translation>
    </message>
    <message>
        <source>Save this session as a file</source>
        <translation>Save this session as a file</translation>
    </message>
</context>
<context>
    <name>StoryView</name>
    <message>
        <source>What was said and answered</source>
        <translation>What was said and answered</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copy</translation>
    </message>
    <message>
        <source>Copy the whole &amp;answer</source>
        <translation>Copy the whole &amp;answer</translation>
    </message>
    <message>
        <source>Copy a&amp;ll</source>
        <translation>Copy a&amp;ll</translation>
    </message>
</context>
<context>
    <name>TextEditor</name>
    <message>
        <source>one, another, …</source>
        <translation>one, another, …</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Kairo says</source>
        <translation>Kairo says</translation>
    </message>
</context>
<context>
    <name>TokenRow</name>
    <message>
        <source>Sa&amp;ve</source>
        <translation>Sa&amp;ve</translation>
    </message>
    <message>
        <source>&amp;Look up</source>
        <translation>&amp;Look up</translation>
    </message>
    <message>
        <source>Ask the keyring whether a token is saved.</source>
        <translation>Ask the keyring whether a token is saved.</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Forget</translation>
    </message>
    <message>
        <source>Hub token</source>
        <translation>Hub token</translation>
    </message>
    <message>
        <source>Opens gated models. Kept in the system's keyring, never in a file.</source>
        <translation>Opens gated models. Kept in the system's keyring, never in a file.</translation>
    </message>
    <message>
        <source>Asking the keyring …</source>
        <translation>Asking the keyring …</translation>
    </message>
    <message>
        <source>No token is saved.</source>
        <translation>No token is saved.</translation>
    </message>
    <message>
        <source>✓  A token is saved in the keyring.</source>
        <translation>✓  A token is saved in the keyring.</translation>
    </message>
    <message>
        <source>Type or paste a token first.</source>
        <translation>Type or paste a token first.</translation>
    </message>
    <message>
        <source>There is none to forget.</source>
        <translation>There is none to forget.</translation>
    </message>
    <message>
        <source>The keyring has not answered yet.</source>
        <translation>The keyring has not answered yet.</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Pause both</source>
        <translation>Pause both</translation>
    </message>
    <message>
        <source>Stop listening</source>
        <translation>Stop listening</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Show less</translation>
    </message>
    <message>
        <source>More</source>
        <translation>More</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Hide</translation>
    </message>
    <message>
        <source>Hear both again</source>
        <translation>Hear both again</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Show more</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Kairo: %1</source>
        <translation>Kairo: %1</translation>
    </message>
    <message>
        <source>&amp;Start listening</source>
        <translation>&amp;Start listening</translation>
    </message>
    <message>
        <source>&amp;Stop listening</source>
        <translation>&amp;Stop listening</translation>
    </message>
    <message>
        <source>&amp;Hear again</source>
        <translation>&amp;Hear again</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Answer now</source>
        <translation>&amp;Answer now</translation>
    </message>
    <message>
        <source>Hide &amp;overlay</source>
        <translation>Hide &amp;overlay</translation>
    </message>
    <message>
        <source>Show &amp;overlay</source>
        <translation>Show &amp;overlay</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>S&amp;ettings…</translation>
    </message>
    <message>
        <source>H&amp;istory…</source>
        <translation>H&amp;istory…</translation>
    </message>
    <message>
        <source>&amp;Quit Kairo</source>
        <translation>&amp;Quit Kairo</translation>
    </message>
    <message>
        <source>not listening</source>
        <translation>not listening</translation>
    </message>
    <message>
        <source>getting ready</source>
        <translation>getting ready</translation>
    </message>
    <message>
        <source>listening, answers soon</source>
        <translation>listening, answers soon</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>listening</translation>
    </message>
    <message>
        <source>paused, hears nothing</source>
        <translation>paused, hears nothing</translation>
    </message>
    <message>
        <source>something is wrong, see the overlay</source>
        <translation>something is wrong, see the overlay</translation>
    </message>
</context>
<context>
    <name>TurnCard</name>
    <message>
        <source>The first words stood here as soon as the question was over.</source>
        <translation>The first words stood here as soon as the question was over.</translation>
    </message>
    <message>
        <source>The first words stood here {0} seconds after the question.</source>
        <translation>The first words stood here {0} seconds after the question.</translation>
    </message>
</context>
<context>
    <name>_Binding</name>
    <message>
        <source>Still in force: {0}.</source>
        <translation>Still in force: {0}.</translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation>Default: {0}</translation>
    </message>
    <message>
        <source>The settings file must be mended first.</source>
        <translation>The settings file must be mended first.</translation>
    </message>
</context>
<context>
    <name>_ModelTile</name>
    <message>
        <source>Progress of {0}</source>
        <translation>Progress of {0}</translation>
    </message>
    <message>
        <source> · {0} % here</source>
        <translation> · {0} % here</translation>
    </message>
    <message>
        <source> · checking</source>
        <translation> · checking</translation>
    </message>
    <message>
        <source> · installed</source>
        <translation> · installed</translation>
    </message>
</context>
</TS>
import { demoStep, ofFeature, type DemoApplet } from './demo-applet.ts'

/** The Applets that journeys and newcomers rely on: names and order are fixed, ids are 1 to 13. */
export const namedApplets: DemoApplet[] = [
  {
    friendly_id: 'star-to-sheet',
    name: 'Keep a spreadsheet of every repository you star',
    description:
      'Stars pile up and are never seen again. This Applet writes each one down, with its address and the day you starred it, so that you can sort, search and share what you found.',
    steps: [
      demoStep('octoforge/triggers/new_star'),
      demoStep('sheetly/actions/log_row', {
        spreadsheet: 'Starred repositories',
        row: '{{StarredAt}} ||| {{RepositoryName}} ||| {{RepositoryUrl}}',
      }),
    ],
    value_propositions: [
      {
        title: 'Nothing to set up',
        text: 'Connect both services once. The spreadsheet is created with the first star.',
      },
      {
        title: 'Yours to sort',
        text: 'One row per star: add columns of your own, filter them, send them to a friend.',
      },
      { title: 'Looks forward', text: 'It starts with the next repository you star and leaves the older ones alone.' },
    ],
    enabled_count: 48_213,
    run_count: 1_904_377,
  },
  {
    friendly_id: 'feed-to-chat',
    name: 'Post new feed items to a chat channel',
    description:
      'Follow a blog, a status page or a release feed together: each new item lands in the channel you choose, with its title and a link, minutes after it is published.',
    steps: [
      demoStep('feeds/triggers/new_item'),
      demoStep('parley/actions/send_message', { message: '{{EntryTitle}}\n{{EntryUrl}}' }),
    ],
    value_propositions: [
      { title: 'Any feed', text: 'RSS and Atom alike. If a site has a feed, your channel can follow it.' },
      { title: 'No floods', text: 'Only items published after you connect are sent, each of them once.' },
    ],
    enabled_count: 31_940,
    run_count: 5_210_664,
  },
  {
    friendly_id: 'hook-to-notification',
    name: 'Get a notification from your own script',
    description:
      'You get a secret address of your own. Whatever calls it (a script, a doorbell, a build that took the whole night) puts a short message on your phone.',
    steps: [
      demoStep('webhooks/triggers/web_request', { event: '', sender: '', secret: '' }),
      demoStep('notifications/actions/send', { message: '{{Value1 | default: "Your address was called."}}' }),
    ],
    value_propositions: [
      { title: 'One line is enough', text: 'curl the address with a value and read it on your phone a second later.' },
      { title: 'Yours alone', text: 'The address is secret. Renew it whenever you think somebody else has seen it.' },
    ],
    enabled_count: 22_718,
    run_count: 3_377_102,
  },
  {
    friendly_id: 'sunset-lights',
    name: 'Turn your lights on after sunset',
    description:
      'Not at dusk, when there is still something to see outside, but an hour and a half later, when the room has become dark. The time follows the seasons automatically.',
    steps: [demoStep('skycast/triggers/sunset'), demoStep('lumen/actions/turn_on')],
    actions_delay: 5400,
    value_propositions: [
      { title: 'Follows the sun', text: 'Sunset is looked up every day for where you are.' },
      { title: 'One lamp or all', text: 'Leave the light empty for the whole house, or choose the one by the window.' },
    ],
    enabled_count: 64_502,
    run_count: 8_120_913,
  },
  {
    friendly_id: 'post-everywhere',
    name: 'Announce a release everywhere at once',
    description:
      'Publish a release and the world hears about it: a post with the version and a link, and an email for your own records. Two actions from one event, so everyone hears at the same time.',
    steps: [
      demoStep('octoforge/triggers/new_release'),
      demoStep('chirp/actions/post', { message: '{{RepositoryName}} {{ReleaseName}} is out: {{ReleaseUrl}}' }),
      demoStep('email/actions/send_me', {
        subject: 'Released: {{RepositoryName}} {{ReleaseName}}',
        body: '{{ReleaseNotes}}\n\n{{ReleaseUrl}}',
      }),
    ],
    value_propositions: [
      { title: 'Write it once', text: 'Your release notes are all that it needs.' },
      { title: 'In the same minute', text: 'Both actions run together. If one fails, the other is still done.' },
    ],
    enabled_count: 9_377,
    run_count: 120_455,
  },
  {
    friendly_id: 'quiet-mentions',
    name: 'Hear of mentions, but not at night',
    description:
      'A notification when somebody mentions you, silent between ten and seven. It looks up the mentions of the day first, so that a thread that runs hot tells you once and not forty times.',
    steps: [
      demoStep('chirp/triggers/new_mention'),
      demoStep('chirp/queries/recent_mentions'),
      demoStep('notifications/actions/send', { message: '{{From}}: {{Text}}' }),
    ],
    filter_code: [
      'const hour = Meta.currentUserTime.hour()',
      'const sameThread = Chirp.recentMentions.filter((mention) => mention.ThreadId === Chirp.newMention.ThreadId)',
      '',
      "if (hour >= 22 || hour < 7) Notifications.send.skip('It is night.')",
      "if (sameThread.length > 1) Notifications.send.skip('This thread was announced before.')",
    ].join('\n'),
    value_propositions: [
      { title: 'Sleep through it', text: 'What happens at night waits for you in the app, without a sound.' },
      { title: 'Once a thread', text: 'A query looks back over the day before you are told again.' },
    ],
    enabled_count: 6_841,
    run_count: 402_118,
  },
  {
    friendly_id: 'ai-digest',
    name: 'Read the news in five sentences',
    description:
      'Follow as many feeds as you like. Digestly reads each new article as it comes out, and in the evening one short briefing tells you what was in them.',
    steps: [
      demoStep('feeds/triggers/new_item'),
      demoStep('digestly/actions/add_to_briefing', { text: '{{EntryTitle}}\n\n{{EntryContent}}' }),
    ],
    value_propositions: [
      { title: 'All of it, read', text: 'The whole article is summed up, not its first paragraph.' },
      { title: 'One email a day', text: 'The briefing comes at six, and not at all on a day without news.' },
    ],
    enabled_count: 12_066,
    run_count: 2_780_240,
  },
  {
    friendly_id: 'two-mailboxes',
    name: 'Two mailboxes, one contact list',
    description:
      'You have a Sheetly account for each of your mailboxes, one for work and one for home. A contact added to the list of the first is copied to the list of the second.',
    steps: [
      demoStep('sheetly/triggers/new_row', {}, 0),
      demoStep('sheetly/actions/log_row', { spreadsheet: 'Contacts', row: '{{Column1}} ||| {{Column2}}' }, 1),
    ],
    value_propositions: [
      { title: 'Both stay yours', text: 'Each account is connected and disconnected separately.' },
      { title: 'One way only', text: 'Rows go from the first account to the second, never back, so nothing loops.' },
    ],
    enabled_count: 1_932,
    run_count: 61_007,
  },
  {
    friendly_id: 'photo-backup',
    name: 'Back up the photos of your phone',
    description:
      'Each photo you take is kept in your Pixbin library in its full size, while the phone charges at night.',
    steps: [demoStep('pixbin/triggers/phone_photo'), demoStep('pixbin/actions/back_up', { photo: '{{PhotoUrl}}' })],
    applet_type: 'ios',
    show_app_modal: true,
    value_propositions: [
      { title: 'Full size', text: 'What is kept is the picture as you took it, not a smaller copy.' },
      { title: 'Kind to your plan', text: 'It waits for Wi-Fi and a charger unless you say otherwise.' },
    ],
    enabled_count: 17_555,
    run_count: 2_233_871,
  },
  {
    friendly_id: 'location-log',
    name: 'Log when you leave home and come back',
    description:
      'A row each time your phone leaves home or returns: a commute diary, a time sheet, or the answer to whether you really left at nine.',
    steps: [
      demoStep('homebase/triggers/presence_changed'),
      demoStep('sheetly/actions/log_row', {
        spreadsheet: 'Home and away',
        row: '{{OccurredAt}} ||| {{EnteredOrExited}}',
      }),
    ],
    applet_type: 'android',
    show_app_modal: true,
    value_propositions: [
      { title: 'Only home', text: 'It knows whether you are there. Where else you are is not its business.' },
      { title: 'Your own sheet', text: 'The log is in your spreadsheet and nowhere else.' },
    ],
    enabled_count: 8_204,
    run_count: 990_132,
  },
  {
    friendly_id: 'home-hub',
    name: 'Let your home look after itself',
    description:
      'Connect your home hub once and switch on what you want it to do: know who is home, welcome you with light, turn the heating down when everyone has left, and tell you when a door stays open.',
    config_type: 'dynamic',
    steps: [
      ofFeature('presence', demoStep('homebase/triggers/presence_changed')),
      ofFeature('open_door', demoStep('homebase/triggers/door_left_open')),
      ofFeature('welcome_light', demoStep('homebase/triggers/first_arrives')),
      ofFeature('away_heating', demoStep('homebase/triggers/last_leaves')),
      ofFeature('presence', demoStep('homebase/actions/follow_presence')),
      ofFeature(
        'open_door',
        demoStep('notifications/actions/send', { message: '{{DoorName}} has been open for {{MinutesOpen}} minutes.' }),
      ),
      ofFeature('welcome_light', demoStep('homebase/actions/run_scene', { scene: 'welcome' })),
      ofFeature('away_heating', demoStep('homebase/actions/run_scene', { scene: 'away' })),
    ],
    configurations: [
      { slug: 'presence', title: 'Know when somebody is home', icon: '/icons/services/homebase.svg', required: true },
      { slug: 'welcome_light', title: 'Welcome you with light', icon: '/icons/services/lumen.svg', required: false },
      {
        slug: 'away_heating',
        title: 'Save heat while all are out',
        icon: '/icons/services/skycast.svg',
        required: false,
      },
      {
        slug: 'open_door',
        title: 'Tell you of an open door',
        icon: '/icons/services/notifications.svg',
        required: false,
        fields: ['1.door'],
      },
    ],
    value_propositions: [
      { title: 'One connection', text: 'Four features behind one switch, each of them on or off as you like.' },
      { title: 'No guesswork', text: 'What it does follows who is home, not a clock.' },
    ],
    enabled_count: 27_389,
    run_count: 6_004_518,
  },
  {
    friendly_id: 'unpublished-draft',
    name: 'Flash the desk lamp when an issue is opened',
    description: 'A draft: one blink for each new issue. Perhaps two for the ones marked urgent.',
    steps: [demoStep('octoforge/triggers/new_issue'), demoStep('lumen/actions/blink')],
    published: false,
    value_propositions: [],
    enabled_count: 0,
    run_count: 0,
  },
  {
    friendly_id: 'run-log',
    name: 'Keep a log of every run',
    description:
      'Your watch saves a run, your spreadsheet gets a row: day, kind, distance and time. After a year you have something to look back on, in a file that belongs to you.',
    steps: [
      demoStep('stride/triggers/new_activity'),
      demoStep('sheetly/actions/log_row', {
        spreadsheet: 'Running log',
        row: '{{StartedAt}} ||| {{Kind}} ||| {{Distance}} ||| {{Duration}}',
      }),
    ],
    value_propositions: [
      { title: 'Every sport', text: 'Rides and walks are logged too; the kind has a column of its own.' },
      { title: 'Honest numbers', text: 'Distances come from your watch as they were measured.' },
    ],
    enabled_count: 15_120,
    run_count: 1_377_689,
  },
]

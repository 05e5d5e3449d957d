import { addRow, demoStep, ofFeature, type DemoApplet } from './demo-applet.ts'

/** Home Assistant counts the people in the zone that is their home. */
const PEOPLE_AT_HOME = { entity: 'zone.home' }

/** Does it with everything of its kind at home. */
function callHome(service: string, data: object) {
  const everything = JSON.stringify({ entity_id: 'all', ...data })
  return demoStep('home_assistant/actions/call_service', { service, entity: '', data: everything })
}

/** The Applets that journeys and newcomers rely on: names and order are fixed, ids are 1 to 13. */
export const namedApplets: DemoApplet[] = [
  {
    friendly_id: 'star-to-sheet',
    name: 'Keep a spreadsheet of every repository you star',
    description:
      'Stars pile up and are never seen again. This Applet writes each one down, with its address and the day you starred it, so that you can sort, search and share what you found.',
    steps: [
      demoStep('github/triggers/new_starred_repository'),
      addRow('Starred repositories', '{{StarredAt}} ||| {{RepositoryName}} ||| {{RepositoryUrl}}'),
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
      demoStep('matrix/actions/send_message', { message: '{{EntryTitle}}\n{{EntryUrl}}', kind: 'm.text' }),
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
    steps: [demoStep('weather/triggers/sunset'), demoStep('home_assistant/actions/turn_on')],
    actions_delay: 5400,
    value_propositions: [
      { title: 'Follows the sun', text: 'Sunset is looked up every day for where you are.' },
      { title: 'One lamp or all', text: 'Choose the light by the window, or a group for the whole house.' },
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
      demoStep('github/triggers/new_release'),
      demoStep('mastodon/actions/post', {
        text: '{{ReleaseName}} is out: {{ReleaseUrl}}',
        visibility: 'public',
        warning: '',
      }),
      demoStep('email/actions/send_me', {
        subject: 'Released: {{ReleaseName}}',
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
      'A notification when somebody mentions you at GitHub, silent between ten and seven. It looks up your Store first: while “quiet” is on, nothing disturbs you.',
    steps: [
      demoStep('github/triggers/new_notification'),
      demoStep('store/queries/value', { name: 'quiet', otherwise: 'off' }),
      demoStep('notifications/actions/send', { message: '{{RepositoryName}}: {{Subject}}' }),
    ],
    filter_code: [
      'const hour = Meta.currentUserTime.hour()',
      'const [quiet] = Store.value',
      '',
      "if (GitHub.newNotification.Reason !== 'mention') Notifications.send.skip('Nobody mentioned you.')",
      "if (hour >= 22 || hour < 7) Notifications.send.skip('It is night.')",
      "if (quiet.Value === 'on') Notifications.send.skip('You wanted quiet.')",
    ].join('\n'),
    value_propositions: [
      { title: 'Sleep through it', text: 'What happens at night waits for you at GitHub, without a sound.' },
      { title: 'Quiet when you say so', text: 'Another Applet, or a button of yours, turns “quiet” on and off.' },
    ],
    enabled_count: 6_841,
    run_count: 402_118,
  },
  {
    friendly_id: 'ai-digest',
    name: 'Give each story of your feeds its own topic',
    description:
      'Follow as many feeds as you like. Each new article opens a topic in a channel of your Zulip, where your team sums it up and talks it over, and nothing gets lost in between.',
    steps: [
      demoStep('feeds/triggers/new_item'),
      demoStep('zulip/actions/send_channel_message', {
        topic: '{{EntryTitle}}',
        message: '{{EntryContent}}\n\n{{EntryUrl}}',
      }),
    ],
    value_propositions: [
      { title: 'All of it, read', text: 'The whole article is there, not its first paragraph.' },
      { title: 'One story, one topic', text: 'Who comes late reads one talk and not the whole day.' },
    ],
    enabled_count: 12_066,
    run_count: 2_780_240,
  },
  {
    friendly_id: 'two-mailboxes',
    name: 'Two mailboxes, one contact list',
    description:
      'You have a Google account for each of your mailboxes, one for work and one for home. A contact added to a spreadsheet of the first is copied to a spreadsheet of the second.',
    steps: [
      demoStep('google_sheets/triggers/new_row', { new_name: '', sheet: '' }, 0),
      addRow('Contacts', '{{ColumnA}} ||| {{ColumnB}}', 1),
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
    name: 'Keep a list of the photos you take',
    description:
      'A shortcut on your phone calls your secret address for each new photo. Its name and place are kept in a spreadsheet, with the day.',
    steps: [
      demoStep('webhooks/triggers/web_request', { event: '', sender: '', secret: '' }),
      addRow('Photos', '{{OccurredAt | date}} ||| {{Value1}} ||| {{Value2}}'),
    ],
    applet_type: 'ios',
    show_app_modal: true,
    value_propositions: [
      { title: 'The pictures stay', text: 'They are on your phone and nowhere else. The list tells you which.' },
      { title: 'Yours to sort', text: 'A row for each photo: by day, by place, by whatever you add.' },
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
      demoStep('home_assistant/triggers/state_changed', { to: '' }),
      addRow('Home and away', '{{ChangedAt}} ||| {{EntityName}} ||| {{State}}'),
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
      'Connect your Home Assistant once and switch on what you want it to do: know who is home, welcome you with light, turn the heating down when everyone has left, and tell you when a door is opened.',
    config_type: 'dynamic',
    steps: [
      ofFeature('presence', demoStep('home_assistant/triggers/state_changed', { ...PEOPLE_AT_HOME, to: '' })),
      ofFeature('open_door', demoStep('home_assistant/triggers/state_changed', { to: 'on' })),
      ofFeature('welcome_light', demoStep('home_assistant/triggers/state_above', { ...PEOPLE_AT_HOME, limit: '0' })),
      ofFeature('away_heating', demoStep('home_assistant/triggers/state_below', { ...PEOPLE_AT_HOME, limit: '1' })),
      ofFeature('presence', demoStep('notifications/actions/send', { message: 'At home now: {{State}}' })),
      ofFeature('open_door', demoStep('notifications/actions/send', { message: '{{EntityName}} was opened.' })),
      ofFeature('welcome_light', callHome('light.turn_on', {})),
      ofFeature('away_heating', callHome('climate.set_preset_mode', { preset_mode: 'away' })),
    ],
    configurations: [
      {
        slug: 'presence',
        title: 'Know when somebody is home',
        icon: '/icons/services/home_assistant.svg',
        required: true,
      },
      { slug: 'welcome_light', title: 'Welcome you with light', icon: '/icons/services/button.svg', required: false },
      {
        slug: 'away_heating',
        title: 'Save heat while all are out',
        icon: '/icons/services/weather.svg',
        required: false,
      },
      {
        slug: 'open_door',
        title: 'Tell you of an open door',
        icon: '/icons/services/notifications.svg',
        required: false,
        fields: ['1.entity'],
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
    steps: [
      demoStep('github/triggers/new_issue'),
      demoStep('home_assistant/actions/call_service', { service: 'light.turn_on', data: '{"flash": "short"}' }),
    ],
    published: false,
    value_propositions: [],
    enabled_count: 0,
    run_count: 0,
  },
  {
    friendly_id: 'run-log',
    name: 'Keep a log of every run',
    description:
      'A shortcut on your phone tells your secret address of each run, and your Airtable gets a record. After a year you have something to look back on, in a base that belongs to you.',
    steps: [
      demoStep('webhooks/triggers/web_request', { event: '', sender: '', secret: '' }),
      demoStep('airtable/actions/create_record', { value: '{{Value1}}', column_2: '', value_2: '' }),
    ],
    value_propositions: [
      { title: 'Every sport', text: 'Rides and walks are logged too: the shortcut says what it was.' },
      { title: 'Honest numbers', text: 'They come from your watch as they were measured.' },
    ],
    enabled_count: 15_120,
    run_count: 1_377_689,
  },
]

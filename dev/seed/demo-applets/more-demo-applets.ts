import { addRow, demoStep, type DemoApplet } from './demo-applet.ts'

/** More Applets for lists, search and recommendations. Ids are 14 to 25. */
export const moreApplets: DemoApplet[] = [
  {
    friendly_id: 'rain-check',
    name: 'Remember the umbrella',
    description: 'The evening before a rainy day, your phone tells you while the umbrella is still within reach.',
    steps: [
      demoStep('weather/triggers/rain_tomorrow'),
      demoStep('notifications/actions/send', { message: 'Rain tomorrow, up to {{Rainfall}} mm. Take the umbrella.' }),
    ],
    value_propositions: [
      { title: 'Only when it matters', text: 'A few drops are not worth a message. It waits for a millimetre.' },
      { title: 'The evening before', text: 'At eight, when tomorrow is being planned.' },
    ],
    enabled_count: 83_410,
    run_count: 4_901_256,
  },
  {
    friendly_id: 'wake-up-light',
    name: 'Wake up with the light',
    description: 'Every day at the time you choose, the lights come on, so the alarm clock has less to do.',
    steps: [demoStep('schedule/triggers/every_day'), demoStep('home_assistant/actions/turn_on')],
    value_propositions: [{ title: 'Dark winters', text: 'For the months in which the sun gets up after you.' }],
    enabled_count: 38_077,
    run_count: 7_442_190,
  },
  {
    friendly_id: 'issue-to-task',
    name: 'Turn new issues into tasks',
    description: 'Someone opens an issue in your repository, and a task with its title waits on your list.',
    steps: [
      demoStep('github/triggers/new_issue'),
      demoStep('todoist/actions/add_task', { content: '{{IssueTitle}}', description: '{{IssueUrl}}', due: '' }),
    ],
    value_propositions: [
      { title: 'One list', text: 'Work from the place where the rest of your day is planned.' },
      { title: 'A link back', text: 'The task carries the address of its issue.' },
    ],
    enabled_count: 11_263,
    run_count: 620_934,
  },
  {
    friendly_id: 'mention-to-channel',
    name: 'Share mentions with your team',
    description: 'When someone mentions you, the post goes to a channel where people who can answer see it.',
    steps: [
      demoStep('mastodon/triggers/new_mention'),
      demoStep('slack/actions/post_message', {
        message: '{{AuthorName}} wrote: {{PostText}}',
        link: '{{PostUrl}}',
        link_text: 'Answer',
      }),
    ],
    value_propositions: [
      { title: 'Answer sooner', text: 'Anyone who is awake can reply, not only the person with the password.' },
    ],
    enabled_count: 14_802,
    run_count: 1_105_770,
  },
  {
    friendly_id: 'done-list',
    name: 'Keep a list of what you got done',
    description: 'To-do lists only show what is missing. This one shows, row by row, what you finished and when.',
    steps: [
      demoStep('todoist/triggers/task_completed', { project: '' }),
      addRow('Done', '{{CompletedAt}} ||| {{TaskContent}} ||| {{TaskUrl}}'),
    ],
    value_propositions: [
      { title: 'For Fridays', text: 'What did I do all week? Now there is an answer.' },
      { title: 'Nothing to set up', text: 'Connect both services; the spreadsheet is created for you.' },
    ],
    enabled_count: 19_648,
    run_count: 2_018_305,
  },
  {
    friendly_id: 'weekly-review',
    name: 'Plan your week on the day you choose',
    description: 'A task to look back and ahead appears on your list once a week, whatever else is going on.',
    steps: [
      demoStep('schedule/triggers/every_week'),
      demoStep('todoist/actions/add_task', {
        content: 'Look back at the week, plan the next one',
        description: '',
        due: '',
      }),
    ],
    value_propositions: [{ title: 'A small habit', text: 'Twenty minutes that the rest of the week is grateful for.' }],
    enabled_count: 7_915,
    run_count: 288_402,
  },
  {
    friendly_id: 'new-on-repeat',
    name: 'Share your favorites a second time',
    description: 'Favorite a post at Mastodon, and your followers at Bluesky read it too, with its author’s name.',
    steps: [
      demoStep('mastodon/triggers/new_favorite'),
      demoStep('bluesky/actions/post', {
        text: '{{AuthorName}}: {{PostText}}',
        link: '{{PostUrl}}',
        link_title: 'At Mastodon',
      }),
    ],
    value_propositions: [{ title: 'Credit where it is due', text: 'The post leads back to the one who wrote it.' }],
    enabled_count: 10_574,
    run_count: 733_921,
  },
  {
    friendly_id: 'frost-alarm',
    name: 'Bring the plants in before the frost',
    description:
      'An email when the temperature falls below the number you choose, in time for the pots on the balcony.',
    steps: [
      demoStep('weather/triggers/colder_than'),
      demoStep('email/actions/send_me', {
        subject: 'Frost: {{Temperature}} °C tonight',
        body: 'It gets as cold as {{Temperature}} °C in {{Location}}. Bring the plants in.',
      }),
    ],
    value_propositions: [
      { title: 'Your own threshold', text: 'Lemon trees and pansies do not mean the same thing by cold.' },
    ],
    enabled_count: 16_931,
    run_count: 402_677,
  },
  {
    friendly_id: 'backup-heartbeat',
    name: 'Know that the nightly backup ran',
    description: 'Your backup calls a secret address when it is done, and everyone who follows your ntfy topic knows.',
    steps: [
      demoStep('webhooks/triggers/web_request', { event: '', sender: '', secret: '' }),
      demoStep('ntfy/actions/publish', {
        message: '{{Value1 | default: "The backup is done."}}',
        title: 'Backup',
        priority: '2',
        tags: 'floppy_disk',
        click: '',
        attach: '',
      }),
    ],
    value_propositions: [{ title: 'Quiet', text: 'It comes without a sound, and is there when you look for it.' }],
    enabled_count: 3_318,
    run_count: 846_120,
  },
  {
    friendly_id: 'starlight',
    name: 'Celebrate a star with your lights',
    description: 'Star a repository and the lamp on your desk comes on, for no good reason at all.',
    steps: [demoStep('github/triggers/new_starred_repository'), demoStep('home_assistant/actions/turn_on')],
    value_propositions: [{ title: 'Pure joy', text: 'Not everything has to be useful.' }],
    enabled_count: 2_406,
    run_count: 57_213,
  },
  {
    friendly_id: 'album-to-channel',
    name: 'Send new pictures of a feed to the family chat',
    description:
      'A photo blog or an album with a feed: each new picture appears in the chat where everybody already talks.',
    steps: [
      demoStep('feeds/triggers/new_item'),
      demoStep('telegram/actions/send_photo', { photo: '{{EntryImageUrl}}', caption: '{{EntryTitle}}', silent: 'no' }),
    ],
    value_propositions: [
      { title: 'No app for grandparents', text: 'They see the pictures where they read your messages.' },
      { title: 'One feed', text: 'Only what is published there is shared.' },
    ],
    enabled_count: 24_187,
    run_count: 1_690_345,
  },
  {
    friendly_id: 'night-lock',
    name: 'Lock the door at night',
    description: 'At the time you choose, Home Assistant locks the door, whether or not anyone thought of it.',
    steps: [demoStep('schedule/triggers/every_day'), demoStep('home_assistant/actions/turn_off')],
    value_propositions: [
      { title: 'Sleep first', text: 'You no longer have to ask the last one up whether the door is shut.' },
      { title: 'Any device', text: 'It works for the heater and the garden sprinkler just as well.' },
    ],
    enabled_count: 29_065,
    run_count: 5_338_029,
  },
]

import type { ServicesControl } from '../../dev/stand-ins/services/services-control.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'

/** The means to make and judge a demo Applet's run. `mails` and `notifications`: the texts that came to the user. */
export type FarSide = {
  site: Stack
  happen: ServicesControl['happen']
  asked: ServicesControl['asked']
  /** Posts JSON to the Applet's own address. */
  callHook: (applet: string, body: object) => Promise<unknown>
  /** Presses "Send a test event". */
  testRun: (applet: string) => Promise<unknown>
  /** Presses the Applet's button. */
  press: (applet: string) => Promise<unknown>
  /** Sends a mail to the Applet's own address. */
  sendMail: (applet: string, mail: { subject: string; text: string }) => Promise<unknown>
  /** Presses "Check now". */
  checkNow: (applet: string) => Promise<unknown>
  mails: () => string[]
  notifications: () => Promise<string[]>
}

/** One feature of an Applet, or the whole. */
export type DemoRun = {
  applet: string
  name?: string
  happens: (far: FarSide) => Promise<unknown>
  /** Whether the effect is there. */
  seen: (far: FarSide) => boolean | Promise<boolean>
}

const REPOSITORY = 'octocat/hello-world'

/**
 * Fills in fields as each demo Applet's user does, by friendly id. `in30`: local time and weekday in 30 minutes. `east`: in
 * degrees, where the sun goes by the user's clock.
 */
export function demoFields(
  origin: string,
  { in30, east }: { in30: { time: string; weekday: string }; east: number },
): Record<string, Record<string, string>> {
  const [news, pictures] = [`${origin}/feeds/news.xml`, `${origin}/feeds/releases.xml`]
  return {
    'star-to-sheet': {},
    'feed-to-chat': { '0.feed_url': news, '1.room': '!tea:example.org' },
    'hook-to-notification': {},
    'sunset-lights': { '1.entity': 'light.kitchen' },
    'post-everywhere': { '0.repository': REPOSITORY },
    'quiet-mentions': {},
    'ai-digest': { '0.feed_url': news, '1.channel': '7' },
    'two-mailboxes': { '0.spreadsheet': 'create' },
    'photo-backup': {},
    'location-log': { '0.entity': 'person.ada' },
    'home-hub': { '1.entity': 'binary_sensor.front_door' },
    'unpublished-draft': { '0.repository': REPOSITORY, '1.entity': 'light.desk' },
    'run-log': { '1.base': 'appLkNDICXNqxSDhG', '1.table': 'tbltp8DGLhqbUmjK1', '1.column': 'Name' },
    // Where the evening is the user's own.
    'rain-check': { '0.location': `60.39, ${east}` },
    'wake-up-light': { '0.time': in30.time, '1.entity': 'light.desk' },
    'issue-to-task': { '0.repository': REPOSITORY },
    'mention-to-channel': {},
    'done-list': {},
    'weekly-review': { '0.time': in30.time, '0.weekday': in30.weekday },
    'new-on-repeat': {},
    'frost-alarm': { '0.location': 'Oslo', '0.degrees': '0' },
    'backup-heartbeat': {},
    starlight: { '1.entity': 'switch.old' },
    'album-to-channel': { '0.feed_url': pictures, '1.chat': '4001' },
    'night-lock': { '0.time': in30.time, '1.entity': 'lock.front_door' },
    'button-to-notification': {},
    'count-presses': {},
    'mail-to-digest': {},
    'tenth-press': { '0.number': '1' },
  }
}

const TITLE = 'The ferry sails again'
const MENTION = 'do you see this?'
const PICTURE = 'https://pictures.test/1.jpg'

/** The event at the far side of each demo Applet, and what must be seen there afterwards. */
export const demoRuns: DemoRun[] = [
  {
    applet: 'star-to-sheet',
    happens: polled('star-to-sheet', ({ happen }) => happen('github', 'own_star', { text: 'demo/starred' })),
    seen: (far) => sent(far, 'google_sheets').some((body) => body.includes('demo/starred')),
  },
  {
    applet: 'starlight',
    // The star of the Applet above.
    happens: polled('starlight'),
    seen: (far) => isSwitched(far, 'on', 'switch.old'),
  },
  {
    applet: 'feed-to-chat',
    happens: polled('feed-to-chat', ({ happen }) => happen('feeds', 'news', { title: TITLE })),
    seen: (far) => sent(far, 'matrix').some((body) => body.includes(`${TITLE}\\nhttps://news.test/`)),
  },
  {
    applet: 'ai-digest',
    // The item of the Applet above.
    happens: polled('ai-digest'),
    seen: (far) => sent(far, 'zulip').some((body) => new URLSearchParams(body).get('topic') === TITLE),
  },
  {
    applet: 'hook-to-notification',
    happens: ({ callHook }) => callHook('hook-to-notification', { value1: 'The night build is done' }),
    seen: async (far) => (await far.notifications()).includes('The night build is done'),
  },
  {
    applet: 'sunset-lights',
    happens: ({ testRun }) => testRun('sunset-lights'),
    seen: (far) => isSwitched(far, 'on', 'light.kitchen'),
  },
  {
    applet: 'post-everywhere',
    happens: polled('post-everywhere', ({ happen }) =>
      happen('github', 'release', { repository: REPOSITORY, text: '7.0' }),
    ),
    seen: (far) =>
      sent(far, 'mastodon').some((body) => body.includes('7.0 is out: https://')) &&
      far.mails().some((mail) => mail.startsWith('Released: 7.0\n') && mail.includes('https://')),
  },
  {
    applet: 'quiet-mentions',
    happens: polled('quiet-mentions', ({ happen }) =>
      happen('github', 'notification', { repository: REPOSITORY, text: MENTION }),
    ),
    seen: async (far) => (await far.notifications()).includes(`${REPOSITORY}: ${MENTION}`),
  },
  {
    applet: 'mention-to-channel',
    happens: polled('mention-to-channel', ({ happen }) => happen('mastodon', 'trigger/new_mention', { text: MENTION })),
    seen: (far) => sent(far, 'slack').some((body) => body.includes(`wrote: ${MENTION}`)),
  },
  {
    applet: 'two-mailboxes',
    happens: polled('two-mailboxes', ({ happen }) =>
      happen('google_sheets', 'add_row', { spreadsheet: 'From my Applets', row: 'Mary, mary@example.test' }),
    ),
    seen: (far) => sent(far, 'google_sheets').some((body) => body.includes('mary@example.test')),
  },
  {
    applet: 'photo-backup',
    happens: ({ callHook }) => callHook('photo-backup', { value1: 'IMG_1843.jpg', value2: 'Lisbon' }),
    seen: (far) => sent(far, 'google_sheets').some((body) => body.includes('IMG_1843.jpg') && body.includes('Lisbon')),
  },
  {
    applet: 'home-hub',
    name: 'away, presence and welcome',
    happens: polled('home-hub', async ({ happen }) => {
      for (const text of ['0', '1']) await happen('home_assistant', 'trigger/state_changed', { text })
    }),
    seen: async (far) =>
      (await far.notifications()).includes('At home now: 1') &&
      isCalled(far, 'light/turn_on', { entity_id: 'all' }) &&
      isCalled(far, 'climate/set_preset_mode', { entity_id: 'all', preset_mode: 'away' }),
  },
  {
    applet: 'location-log',
    happens: polled('location-log', ({ happen }) =>
      happen('home_assistant', 'trigger/state_changed', { text: 'home' }),
    ),
    seen: (far) => sent(far, 'google_sheets').some((body) => body.includes('"home"')),
  },
  {
    applet: 'home-hub',
    name: 'open door',
    happens: polled('home-hub', ({ happen }) => happen('home_assistant', 'trigger/state_changed', { text: 'on' })),
    // Every entity is the one of the sample.
    seen: async (far) => (await far.notifications()).includes('Kitchen temperature was opened.'),
  },
  {
    applet: 'unpublished-draft',
    happens: polled('unpublished-draft', ({ happen }) =>
      happen('github', 'issue', { repository: REPOSITORY, text: 'The wheels squeak' }),
    ),
    seen: (far) => isCalled(far, 'light/turn_on', { flash: 'short', entity_id: 'light.desk' }),
  },
  {
    applet: 'issue-to-task',
    // The issue of the Applet above.
    happens: polled('issue-to-task'),
    seen: (far) =>
      sent(far, 'todoist').some((body) => body.includes('The wheels squeak') && body.includes('/issues/1')),
  },
  {
    applet: 'run-log',
    happens: ({ callHook }) => callHook('run-log', { value1: 'Run, 8.2 km' }),
    seen: (far) => sent(far, 'airtable').some((body) => body.includes('Run, 8.2 km')),
  },
  {
    applet: 'done-list',
    happens: polled('done-list', ({ happen }) => happen('todoist', 'trigger/task_completed')),
    seen: (far) => sent(far, 'google_sheets').some((body) => body.includes('Water the ferns')),
  },
  {
    applet: 'new-on-repeat',
    happens: polled('new-on-repeat', ({ happen }) =>
      happen('mastodon', 'trigger/new_favorite', { text: 'Night train' }),
    ),
    seen: (far) => sent(far, 'bluesky').some((body) => body.includes('Night train')),
  },
  {
    applet: 'backup-heartbeat',
    happens: ({ callHook }) => callHook('backup-heartbeat', {}),
    seen: (far) => sent(far, 'ntfy').some((body) => body.includes('The backup is done.')),
  },
  {
    applet: 'album-to-channel',
    happens: polled('album-to-channel', ({ happen }) =>
      happen('feeds', 'releases', { title: 'Summer', content: `<img src="${PICTURE}">` }),
    ),
    seen: (far) => sent(far, 'telegram').some((body) => body.includes(PICTURE)),
  },
  {
    applet: 'button-to-notification',
    happens: ({ press }) => press('button-to-notification'),
    seen: async (far) => (await far.notifications()).some((text) => text.startsWith('Pressed at ')),
  },
  {
    applet: 'count-presses',
    happens: ({ press }) => press('count-presses'),
    seen: async (far) => (await far.notifications()).includes('presses is at 1.'),
  },
  {
    applet: 'tenth-press',
    // The press of the Applet above.
    happens: async () => {},
    seen: async (far) => (await far.notifications()).includes('presses is at 1.'),
  },
  {
    applet: 'mail-to-digest',
    happens: ({ sendMail }) => sendMail('mail-to-digest', { subject: 'The mill turns', text: 'On Saturdays.' }),
    seen: async ({ site }) =>
      (await site.env.DB.prepare(
        "select 1 from digest_lines where text = 'mira@example.test: The mill turns'",
      ).first()) !== null,
  },
]

/** Those that wait for their time: the clock has to be moved. */
export const timedRuns: DemoRun[] = [
  { applet: 'wake-up-light', happens: async () => {}, seen: (far) => isSwitched(far, 'on', 'light.desk') },
  {
    applet: 'weekly-review',
    happens: async () => {},
    seen: (far) => sent(far, 'todoist').some((body) => body.includes('Look back at the week')),
  },
  { applet: 'night-lock', happens: async () => {}, seen: (far) => isSwitched(far, 'off', 'lock.front_door') },
]

/** The weather is looked at hour by hour, and tomorrow's rain in the evening. */
export const weatherRuns: DemoRun[] = [
  {
    applet: 'rain-check',
    happens: ({ happen }) => happen('weather', 'set', { rain: '2', temperature: '-2' }),
    seen: async (far) => (await far.notifications()).some((text) => text.startsWith('Rain tomorrow, up to ')),
  },
  {
    applet: 'frost-alarm',
    // The weather of the Applet above.
    happens: async () => {},
    seen: (far) =>
      far.mails().some((mail) => /^Frost: -2\S* °C tonight\nIt gets as cold as -2\S* °C in Oslo/.test(mail)),
  },
]

/** Something happens at a service that tells nobody, so its user presses "Check now". */
function polled(applet: string, happens: DemoRun['happens'] = async () => {}): DemoRun['happens'] {
  return async (far) => {
    await happens(far)
    await far.checkNow(applet)
  }
}

/** What Applets sent to a service, oldest first. */
function sent(far: FarSide, service: string): string[] {
  return far.asked(service).flatMap(({ method, body }) => (method === 'GET' ? [] : [body]))
}

/** Whether Home Assistant was asked for this service with this data. */
function isCalled(far: FarSide, service: string, data: object): boolean {
  const calls = far.asked('home_assistant').filter(({ path }) => path === `/api/services/${service}`)
  return calls.some(({ body }) => Object.entries(data).every(([name, value]) => JSON.parse(body)[name] === value))
}

function isSwitched(far: FarSide, way: 'on' | 'off', entity_id: string): boolean {
  return isCalled(far, `homeassistant/turn_${way}`, { entity_id })
}

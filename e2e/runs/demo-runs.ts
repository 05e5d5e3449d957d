import type { Stack } from '../../dev/start/local-site/journey-stack.ts'

/** The means to make and judge a demo Applet's run. `mails` and `notifications`: the texts that came to the user. */
export type FarSide = {
  site: Stack
  happen: (accountId: string, slug: string, input?: Record<string, string>) => Promise<unknown>
  /** Posts JSON to the Applet's own address. */
  callHook: (applet: string, body: object) => Promise<unknown>
  /** Presses "Send a test event". */
  testRun: (applet: string) => Promise<unknown>
  /** Presses the Applet's button. */
  press: (applet: string) => Promise<unknown>
  /** Sends a mail to the Applet's own address. */
  sendMail: (applet: string, mail: { subject: string; text: string }) => Promise<unknown>
  /** Presses "Check now": feeds and weather tell nobody that they changed. */
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

/** Fills in fields as each demo Applet's user does, by friendly id. `in30`: local time and weekday in 30 minutes. */
export function demoFields(
  origin: string,
  in30: { time: string; weekday: string },
): Record<string, Record<string, string>> {
  const news = `${origin}/feeds/news.xml`
  return {
    'star-to-sheet': {},
    'feed-to-chat': { '0.feed_url': news, '1.channel': 'C01' },
    'hook-to-notification': {},
    'sunset-lights': { '1.light': 'L03' },
    'post-everywhere': {},
    'quiet-mentions': {},
    'ai-digest': { '0.feed_url': news },
    'two-mailboxes': { '0.spreadsheet': 'SH02' },
    'photo-backup': {},
    'location-log': {},
    'home-hub': { '1.door': 'D01' },
    'unpublished-draft': { '0.repo': 'R01', '1.light': 'L02' },
    'run-log': {},
    'rain-check': { '0.location': 'Bergen' },
    'wake-up-light': { '0.time': in30.time, '1.light': 'L01' },
    'issue-to-task': { '0.repo': 'R02', '1.list': 'TL02' },
    'mention-to-channel': { '1.channel': 'C02' },
    'done-list': {},
    'weekly-review': { '0.time': in30.time, '0.weekday': in30.weekday, '1.list': 'TL01' },
    'new-on-repeat': { '0.playlist': 'PL01' },
    'frost-alarm': { '0.location': 'Bergen', '0.degrees': '0' },
    'backup-heartbeat': {},
    starlight: { '1.light': '' },
    'album-to-channel': { '0.album': 'A01', '1.channel': 'C03' },
    'night-lock': { '0.time': in30.time, '1.device': 'D03', '1.state': 'on' },
    'button-to-notification': {},
    'count-presses': {},
    'mail-to-digest': {},
    'tenth-press': { '0.number': '1' },
  }
}

const TITLE = 'The ferry sails again'
const MENTION = '@ada do you see this?'

/** The event at the far side of each demo Applet, and what must be seen there afterwards. */
export const demoRuns: DemoRun[] = [
  {
    applet: 'star-to-sheet',
    happens: ({ happen }) => happen('octoforge-ada', 'star', { full_name: 'demo/starred' }),
    seen: (far) =>
      rows(far, 'Starred repositories').some((row) => row[1] === 'demo/starred' && row[2]?.endsWith('demo/starred')),
  },
  {
    applet: 'starlight',
    // The star of the Applet above.
    happens: async () => {},
    seen: (far) => items(far, 'lumen-ada', 'lights/all/blinks').length === 1,
  },
  {
    applet: 'feed-to-chat',
    happens: async ({ happen, checkNow }) => {
      await happen('feeds', 'news', { title: TITLE })
      await checkNow('feed-to-chat')
      await checkNow('ai-digest')
    },
    seen: (far) =>
      texts(far, 'parley-ada', 'channels/C01/messages').some((text) => text.startsWith(`${TITLE}\nhttps://news.test/`)),
  },
  {
    applet: 'ai-digest',
    // The item of the Applet above.
    happens: async () => {},
    seen: (far) => texts(far, 'digestly-ada', 'briefing').some((text) => text.startsWith(TITLE)),
  },
  {
    applet: 'hook-to-notification',
    happens: ({ callHook }) => callHook('hook-to-notification', { value1: 'The night build is done' }),
    seen: async (far) => (await far.notifications()).includes('The night build is done'),
  },
  {
    applet: 'sunset-lights',
    happens: ({ testRun }) => testRun('sunset-lights'),
    seen: (far) => isOn(far, 'lumen-ada', 'lights', 'L03'),
  },
  {
    applet: 'post-everywhere',
    happens: ({ happen }) => happen('octoforge-ada', 'release', { name: '7.0' }),
    seen: (far) =>
      texts(far, 'chirp-ada', 'posts').some((text) => text.startsWith('ada/engine 7.0 is out: https://')) &&
      far
        .mails()
        .some((mail) => mail.startsWith('Released: ada/engine 7.0\n') && mail.includes('the carry is on time')),
  },
  {
    applet: 'quiet-mentions',
    happens: ({ happen }) => happen('chirp-ada', 'mention', { text: MENTION }),
    seen: async (far) => (await far.notifications()).includes(`@babbage: ${MENTION}`),
  },
  {
    applet: 'mention-to-channel',
    // The mention of the Applet above.
    happens: async () => {},
    seen: (far) =>
      texts(far, 'parley-ada', 'channels/C02/messages').some((text) =>
        text.startsWith(`@babbage wrote: ${MENTION}\nhttps://`),
      ),
  },
  {
    applet: 'two-mailboxes',
    happens: ({ happen }) => happen('sheetly-ada', 'row', { spreadsheet: 'SH02', cells: 'Mary ||| mary@example.test' }),
    seen: (far) => rows(far, 'Contacts', 'sheetly-work').some((row) => row.join() === 'Mary,mary@example.test'),
  },
  {
    applet: 'photo-backup',
    happens: ({ happen }) => happen('pixbin-ada', 'phone_photo'),
    seen: (far) =>
      items(far, 'pixbin-ada', 'backups').some(({ url }) => url === 'https://pixbin.test/phone/photo-1.jpg'),
  },
  {
    applet: 'home-hub',
    name: 'presence and welcome',
    happens: ({ happen }) => happen('homebase-ada', 'arrive'),
    seen: (far) =>
      items(far, 'homebase-ada', 'follow_presence').some(({ home }) => home === true) &&
      isOn(far, 'homebase-ada', 'devices', 'D04'),
  },
  {
    applet: 'location-log',
    // The arrival of the Applet above.
    happens: async () => {},
    seen: (far) => rows(far, 'Home and away').some((row) => row[1] === 'entered'),
  },
  {
    applet: 'home-hub',
    name: 'open door',
    happens: ({ happen }) => happen('homebase-ada', 'door', { door: 'D01' }),
    seen: async (far) => (await far.notifications()).includes('Front door has been open for 5 minutes.'),
  },
  {
    applet: 'unpublished-draft',
    happens: ({ happen }) => happen('octoforge-ada', 'issue', { repository: 'R01', title: 'The wheels squeak' }),
    seen: (far) => items(far, 'lumen-ada', 'lights/L02/blinks').length === 1,
  },
  {
    applet: 'issue-to-task',
    happens: ({ happen }) => happen('octoforge-ada', 'issue', { repository: 'R02', title: 'A page is missing' }),
    seen: (far) =>
      items(far, 'taskpile-ada', 'lists/TL02/tasks').some(
        ({ title, note }) => title === 'A page is missing' && String(note).includes('/issues/1'),
      ),
  },
  {
    applet: 'run-log',
    happens: ({ happen }) => happen('stride-ada', 'activity', { distance_m: '8200' }),
    seen: (far) => rows(far, 'Running log').some((row) => row[1] === 'run' && row[2]?.startsWith('8200')),
  },
  {
    applet: 'rain-check',
    happens: async ({ happen, checkNow }) => {
      await happen('skycast', 'rain', { rain_mm: '7' })
      await checkNow('rain-check')
    },
    seen: async (far) => (await far.notifications()).includes('Rain tomorrow, up to 7 mm. Take the umbrella.'),
  },
  {
    applet: 'frost-alarm',
    happens: async ({ happen, checkNow }) => {
      await happen('skycast', 'weather', { temperature_c: '-2' })
      await checkNow('frost-alarm')
    },
    seen: (far) =>
      far.mails().some((mail) => mail.startsWith('Frost: -2 °C tonight\nIt gets as cold as -2 °C in Bergen.')),
  },
  {
    applet: 'done-list',
    happens: ({ happen }) => happen('taskpile-ada', 'finish'),
    seen: (far) => rows(far, 'Done').some((row) => row[1] === 'Water the ferns' && row[2] === 'Today'),
  },
  {
    applet: 'new-on-repeat',
    happens: ({ happen }) => happen('tunebox-ada', 'track', { title: 'Night train', artist: 'The Looms' }),
    seen: (far) => texts(far, 'chirp-ada', 'posts').includes('New on my playlist: Night train by The Looms'),
  },
  {
    applet: 'backup-heartbeat',
    happens: ({ callHook }) => callHook('backup-heartbeat', {}),
    seen: (far) => items(far, 'beacon/beacon_demo1234', 'pings').some(({ name }) => name === 'nightly-backup'),
  },
  {
    applet: 'album-to-channel',
    happens: ({ happen }) => happen('pixbin-ada', 'photo', { album: 'A01' }),
    seen: (far) =>
      texts(far, 'parley-ada', 'channels/C03/messages').includes(
        'A new photo in Camera: https://pixbin.test/albums/A01/1.jpg',
      ),
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
  { applet: 'wake-up-light', happens: async () => {}, seen: (far) => isOn(far, 'lumen-ada', 'lights', 'L01') },
  {
    applet: 'weekly-review',
    happens: async () => {},
    seen: (far) =>
      items(far, 'taskpile-ada', 'lists/TL01/tasks').some(({ title }) =>
        String(title).startsWith('Look back at the week'),
      ),
  },
  { applet: 'night-lock', happens: async () => {}, seen: (far) => isOn(far, 'homebase-ada', 'devices', 'D03') },
]

/** Seen after the arrival of the same Applet. */
export const leaving: DemoRun = {
  applet: 'home-hub',
  name: 'away',
  happens: async ({ happen, checkNow }) => {
    await happen('homebase-ada', 'leave')
    await checkNow('home-hub')
  },
  seen: (far) => !isOn(far, 'homebase-ada', 'devices', 'D02') && !isOn(far, 'homebase-ada', 'devices', 'D04'),
}

function items({ site }: FarSide, accountId: string, path: string) {
  return site.standIns.services.control.items(accountId, path)
}

function texts(far: FarSide, accountId: string, path: string): string[] {
  return items(far, accountId, path).map(({ text }) => String(text))
}

/** The rows that went to a spreadsheet by its name. */
function rows(far: FarSide, title: string, accountId = 'sheetly-ada'): string[][] {
  return items(far, accountId, 'named_rows').flatMap((row) =>
    row['title'] === title && Array.isArray(row['values']) ? [row['values'].map(String)] : [],
  )
}

function isOn(far: FarSide, accountId: string, path: string, id: string): boolean {
  return items(far, accountId, path).find((item) => item.id === id)?.['on'] === true
}

import type { FieldOption, FieldType, StepKind } from '../../worker/contract/connections/service.ts'

type DemoField = {
  slug: string
  label: string
  type: FieldType
  required: boolean
  hint?: string
  default_value?: string
  options?: FieldOption[]
  /** Live options: the resource of the service's own API that lists them. */
  live?: string
}
export type DemoStep = {
  module_name: string
  kind: StepKind
  slug: string
  name: string
  description: string
  fields: DemoField[]
}

const feed = field('feed_url', 'Feed address', 'url', { hint: 'The address of an RSS or Atom feed.' })
const message = field('message', 'Message', 'textarea')
const at = field('time', 'Time of day', 'time', { default_value: '07:30' })
const spreadsheet = field('spreadsheet', 'Spreadsheet', 'select', { live: 'spreadsheets' })
const title = field('spreadsheet', 'Name of the spreadsheet', 'text', { hint: 'It is made when there is none.' })
const row = field('row', 'Formatted row', 'textarea', { hint: 'Put ||| between cells.' })
const channel = field('channel', 'Channel', 'select', { live: 'channels' })
const light = optional('light', 'Light', 'select', { live: 'lights', hint: 'Leave it empty for all lights.' })
const device = field('device', 'Device', 'select', { live: 'devices' })
const door = optional('door', 'Door to watch', 'select', {
  live: 'devices',
  hint: 'Choose one to be told when it stays open.',
})
const playlist = field('playlist', 'Playlist', 'select', { live: 'playlists' })
const album = field('album', 'Album', 'select', { live: 'albums' })
const list = field('list', 'List', 'select', { live: 'lists' })
const repo = field('repo', 'Repository', 'select', { live: 'repos' })
const place = field('location', 'City', 'text', { hint: 'For example Lisbon.' })
const placeOrNone = optional('location', 'City', 'text', { hint: 'Leave it empty to go by your time zone.' })
const weekday = field('weekday', 'Day of the week', 'select', {
  default_value: '1',
  options: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label, day) => ({
    label,
    value: String(day),
  })),
})
const onOff = field('state', 'Switch it', 'select', {
  default_value: 'off',
  options: [
    { label: 'On', value: 'on' },
    { label: 'Off', value: 'off' },
  ],
})
const method = field('method', 'Method', 'select', {
  default_value: 'POST',
  options: ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ label: value, value })),
})

/** Each line is a page: /{service}/{triggers|queries|actions}/{slug}. */
export const demoSteps: DemoStep[] = [
  trigger('webhooks', 'web_request', 'Receive a web request', 'Starts when a request reaches your own secret address.'),
  action('webhooks', 'make_request', 'Make a web request', 'Calls an address on the web.', [
    field('url', 'Address', 'url'),
    method,
    optional('body', 'Body', 'textarea'),
  ]),

  trigger('schedule', 'every_hour', 'Every hour', 'Starts once an hour, at the minute you choose.', [
    field('minute', 'Minutes past the hour', 'number', { default_value: '0' }),
  ]),
  trigger('schedule', 'every_day', 'Every day at', 'Starts every day at the time you choose.', [at]),
  trigger('schedule', 'every_week', 'Every week on', 'Starts on one day of the week.', [weekday, at]),

  trigger('feeds', 'new_item', 'New feed item', 'Starts for each new item in a feed.', [feed]),
  trigger('feeds', 'new_item_matches', 'New feed item matches', 'Starts when a new item contains a word or phrase.', [
    feed,
    field('phrase', 'Word or phrase', 'text'),
  ]),
  query('feeds', 'recent_items', 'Recent feed items', 'Looks up the latest items of a feed.', [feed]),

  action('notifications', 'send', 'Send a notification', 'Shows a short message on your phone.', [message]),
  action(
    'notifications',
    'send_link',
    'Send a notification with a link',
    'A message that opens an address when tapped.',
    [message, field('link', 'Link', 'url')],
  ),

  action('email', 'send_me', 'Send me an email', 'Mails the address of your account.', [
    field('subject', 'Subject', 'text'),
    field('body', 'Text', 'textarea'),
  ]),
  action('email', 'add_to_digest', 'Add to my daily digest', 'Collects lines and mails them together once a day.', [
    field('line', 'Line', 'text'),
    optional('copy_to', 'Send a copy to', 'email'),
  ]),

  trigger('skycast', 'sunset', 'Sunset', 'Starts within ten minutes of sunset.', [placeOrNone]),
  trigger('skycast', 'sunrise', 'Sunrise', 'Starts within ten minutes of sunrise.', [placeOrNone]),
  trigger('skycast', 'rain_tomorrow', 'Tomorrow calls for rain', 'Starts in the evening before a wet day.', [place]),
  trigger('skycast', 'colder_than', 'It gets colder than', 'Starts when the temperature falls below yours.', [
    place,
    field('degrees', 'Degrees Celsius', 'number', { default_value: '0' }),
  ]),
  query('skycast', 'current_weather', 'Current weather', 'Looks up temperature, wind and sky as they are now.', [
    place,
  ]),

  trigger('octoforge', 'new_star', 'You star a repository', 'Starts each time you star a repository.'),
  trigger('octoforge', 'new_release', 'You publish a release', 'Starts for each release of any repository of yours.'),
  trigger('octoforge', 'new_issue', 'New issue', 'Starts when somebody opens an issue in a repository of yours.', [
    repo,
  ]),
  query('octoforge', 'open_issues', 'Open issues', 'Looks up the open issues of a repository.', [repo]),
  action('octoforge', 'create_issue', 'Open an issue', 'Opens an issue in a repository of yours.', [
    repo,
    field('title', 'Title', 'text'),
    optional('body', 'Text', 'textarea'),
  ]),

  trigger('sheetly', 'new_row', 'New row', 'Starts when a row is added to a spreadsheet.', [spreadsheet]),
  query('sheetly', 'find_rows', 'Find rows', 'Looks up rows that contain a text.', [
    spreadsheet,
    field('text', 'Text', 'text'),
  ]),
  action('sheetly', 'add_row', 'Add a row', 'Adds a row at the foot of a spreadsheet you choose.', [spreadsheet, row]),
  action('sheetly', 'log_row', 'Add a row to a named spreadsheet', 'Adds a row to the spreadsheet of this name.', [
    title,
    row,
  ]),

  trigger('chirp', 'new_mention', 'Somebody mentions you', 'Starts for each post that mentions you.'),
  trigger('chirp', 'new_post', 'You post', 'Starts for each post of yours.'),
  query('chirp', 'recent_mentions', 'Recent mentions', 'Looks up the posts that mentioned you today.'),
  action('chirp', 'post', 'Post', 'Posts a text of up to 280 characters in your name.', [message]),

  trigger('parley', 'new_message', 'New message', 'Starts for each message in a channel.', [channel]),
  query('parley', 'recent_messages', 'Recent messages', 'Looks up the last messages of a channel.', [channel]),
  action('parley', 'send_message', 'Send a message', 'Sends a message to a channel you are in.', [channel, message]),

  action('lumen', 'turn_on', 'Turn lights on', 'Turns on one light, or all of them.', [light]),
  action('lumen', 'turn_off', 'Turn lights off', 'Turns off one light, or all of them.', [light]),
  action('lumen', 'blink', 'Blink lights', 'Lets lights blink for a moment.', [light]),
  action('lumen', 'dim', 'Dim lights', 'Sets how bright lights are.', [
    light,
    field('brightness', 'Brightness in per cent', 'number', { default_value: '40' }),
  ]),

  trigger(
    'homebase',
    'presence_changed',
    'Somebody comes or goes',
    'Starts when the first arrives or the last leaves.',
  ),
  trigger('homebase', 'device_switched', 'A device is switched', 'Starts when a device goes on or off.', [device]),
  query('homebase', 'device_state', 'State of a device', 'Looks up whether a device is on.', [device]),
  action('homebase', 'switch_device', 'Switch a device', 'Switches a device on or off.', [device, onOff]),
  action('homebase', 'follow_presence', 'Follow who is home', 'Adjusts your home to who is in.', [door]),

  trigger('tunebox', 'new_track', 'New track in a playlist', 'Starts when a track is added to a playlist.', [playlist]),
  action('tunebox', 'add_track', 'Add a track', 'Looks a track up and adds it to a playlist.', [
    playlist,
    field('track', 'Track and artist', 'text'),
  ]),

  trigger('pixbin', 'phone_photo', 'New photo on your phone', 'Starts for each photo you take; needs the app.'),
  trigger('pixbin', 'new_photo', 'New photo in an album', 'Starts when a photo is added to an album.', [album]),
  action('pixbin', 'add_photo', 'Add a photo', 'Adds a photo to an album you choose.', [
    album,
    field('url', 'Photo address', 'url'),
  ]),
  action('pixbin', 'back_up', 'Back up a photo', 'Keeps the full-size photo in your library.'),

  trigger('taskpile', 'task_done', 'You finish a task', 'Starts each time you tick a task off.'),
  trigger('taskpile', 'new_task', 'New task', 'Starts when a task is added to a list.', [list]),
  query('taskpile', 'open_tasks', 'Open tasks', 'Looks up what is still to do on a list.', [list]),
  action('taskpile', 'add_task', 'Add a task', 'Adds a task to a list.', [
    list,
    field('title', 'Task', 'text'),
    optional('note', 'Note', 'textarea'),
  ]),

  trigger('stride', 'new_activity', 'New activity', 'Starts when a run, ride or walk is saved.'),
  query('stride', 'week_so_far', 'This week so far', 'Looks up how far you got this week.'),
  action('stride', 'log_activity', 'Log an activity', 'Adds an activity by hand.', [
    field('kind', 'Kind', 'text'),
    optional('distance', 'Distance in metres', 'number'),
  ]),

  query('digestly', 'summarise', 'Summarise a text', 'Gives the few sentences that matter.', [
    field('text', 'Text', 'textarea'),
    field('sentences', 'Sentences', 'number', { default_value: '2' }),
  ]),
  action('digestly', 'add_to_briefing', 'Add to your briefing', 'Sums an article up in your evening briefing.', [
    field('text', 'Text', 'textarea'),
  ]),

  action('beacon', 'ping', 'Send a ping', 'Tells a Beacon check that all is well.', [
    field('name', 'Name of the check', 'text'),
  ]),
]

function field(slug: string, label: string, type: FieldType, more: Partial<DemoField> = {}): DemoField {
  return { slug, label, type, required: true, ...more }
}

function optional(slug: string, label: string, type: FieldType, more: Partial<DemoField> = {}): DemoField {
  return { slug, label, type, required: false, ...more }
}

function step(kind: StepKind) {
  return (
    module_name: string,
    slug: string,
    name: string,
    description: string,
    fields: DemoField[] = [],
  ): DemoStep => ({
    kind,
    module_name,
    slug,
    name,
    description,
    fields,
  })
}

function trigger(...given: Parameters<ReturnType<typeof step>>) {
  return step('trigger')(...given)
}

function query(...given: Parameters<ReturnType<typeof step>>) {
  return step('query')(...given)
}

function action(...given: Parameters<ReturnType<typeof step>>) {
  return step('action')(...given)
}

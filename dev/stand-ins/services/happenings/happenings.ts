import type { AccountStore } from '../data/account-store.ts'
import type { Item } from '../data/sample-data.ts'
import { DAY } from '../../../../worker/contract/shared/durations.ts'
import { demoFeeds } from '../feeds/feed-items.ts'

/** A question of a form before something happens. `from`: a choice among a collection's items. */
export type HappeningInput = { name: string; label: string; value: string; from?: string }

/** Something that happens at a service without Switchyard: what Applets start with. */
export type Happening = {
  slug: string
  /** The text of the button. */
  label: string
  inputs: HappeningInput[]
  happen: (store: AccountStore, input: Record<string, string>) => Item
}

/** By module name; `feeds` for the feeds. */
export const happenings: Record<string, Happening[]> = {
  octoforge: [
    happening(
      'star',
      'Star a repository',
      [input('full_name', 'Repository', 'looms/jacquard')],
      (store, { full_name }) =>
        store.add('starred', {
          full_name,
          url: `https://octoforge.test/${full_name}`,
          description: `Starred from the demo page`,
          starred_at: nowAt(store),
        }),
    ),
    happening(
      'release',
      'Publish a release',
      [choice('repository', 'Repository', 'repos'), input('name', 'Version', '1.1')],
      (store, { repository = '', name }) => {
        const { full_name } = found(store, 'repos', repository)
        return store.add('releases', {
          full_name,
          name,
          url: `https://octoforge.test/${full_name}/releases/${name}`,
          notes: `What is new in ${name}: the carry is on time.`,
          published_at: nowAt(store),
        })
      },
    ),
    happening(
      'issue',
      'Open an issue',
      [choice('repository', 'Repository', 'repos'), input('title', 'Title', 'The wheels squeak')],
      (store, { repository = '', title }) => {
        const number = store.list(`repos/${repository}/issues`).length + 1
        const url = `${String(found(store, 'repos', repository)['url'])}/issues/${number}`
        return store.add(`repos/${repository}/issues`, { number, title, body: '', url, state: 'open', from: 'babbage' })
      },
    ),
  ],
  sheetly: [
    happening(
      'row',
      'Add a row',
      [
        choice('spreadsheet', 'Spreadsheet', 'spreadsheets'),
        input('cells', 'Cells', 'Mary Somerville ||| mary@example.test'),
      ],
      (store, { spreadsheet = '', cells = '' }) => {
        found(store, 'spreadsheets', spreadsheet)
        const row = store.list(`spreadsheets/${spreadsheet}/rows`).length + 1
        const values = cells.split('|||').map((cell) => cell.trim())
        return store.add(`spreadsheets/${spreadsheet}/rows`, {
          row,
          values,
          url: `https://sheetly.test/${spreadsheet}#row=${row}`,
        })
      },
    ),
  ],
  chirp: [
    happening(
      'mention',
      'Get mentioned',
      [input('text', 'Post', '@ada shall we meet on Friday?')],
      (store, { text }) => {
        const n = store.list('mentions').length + 1
        return store.add('mentions', {
          thread_id: `TH${n}`,
          from: '@babbage',
          text,
          url: `https://chirp.test/babbage/${n}`,
        })
      },
    ),
    happening(
      'reply',
      'Get mentioned again in the same thread',
      [input('text', 'Post', '@ada or on Monday?')],
      (store, { text }) => {
        const mentions = store.list('mentions')
        return store.add('mentions', {
          thread_id: mentions.at(-1)?.['thread_id'] ?? 'TH1',
          from: '@babbage',
          text,
          url: `https://chirp.test/babbage/${mentions.length + 1}`,
        })
      },
    ),
    happening('post', 'Post', [input('text', 'Post', 'Off to the library.')], (store, { text }) =>
      store.add('posts', { text, url: `https://chirp.test/ada/${store.list('posts').length + 1}` }),
    ),
  ],
  parley: [
    happening(
      'message',
      'Receive a message',
      [choice('channel', 'Channel', 'channels'), input('text', 'Message', 'Tea at four?')],
      (store, { channel = '', text }) => {
        found(store, 'channels', channel)
        const messages = `channels/${channel}/messages`
        const url = `https://parley.test/${channel}/${store.list(messages).length + 1}`
        return store.add(messages, { from: 'babbage', text, url })
      },
    ),
  ],
  homebase: [
    happening('arrive', 'Come home', [], (store) => store.add('presence', presence(store, 'entered'))),
    happening('leave', 'Leave home', [], (store) => store.add('presence', presence(store, 'exited'))),
    happening('door', 'Leave a door open', [choice('door', 'Door', 'devices')], (store, { door = '' }) =>
      store.add('door_events', {
        door_id: door,
        door: found(store, 'devices', door)['name'],
        event: 'left_open',
        minutes: 5,
        at: nowAt(store),
      }),
    ),
    happening('switch', 'Switch a device', [choice('device', 'Device', 'devices')], (store, { device = '' }) => {
      const on = found(store, 'devices', device)['on'] !== true
      const after = store.change('devices', device, { on })
      return store.add('switches', { device_id: device, device: after?.['name'], state: on ? 'on' : 'off' })
    }),
  ],
  tunebox: [
    happening(
      'track',
      'Add a track',
      [
        choice('playlist', 'Playlist', 'playlists'),
        input('title', 'Title', 'Night train'),
        input('artist', 'Artist', 'The Looms'),
      ],
      (store, { playlist = '', title, artist }) => {
        found(store, 'playlists', playlist)
        const url = `https://tunebox.test/${playlist}/${store.list(`playlists/${playlist}/tracks`).length + 1}`
        return store.add(`playlists/${playlist}/tracks`, { title, artist, url })
      },
    ),
  ],
  pixbin: [
    happening('phone_photo', 'Take a photo with the phone', [], (store) => {
      const name = `photo-${store.list('phone_photos').length + 1}.jpg`
      return store.add('phone_photos', { name, url: `https://pixbin.test/phone/${name}`, taken_at: nowAt(store) })
    }),
    happening(
      'photo',
      'Add a photo to an album',
      [choice('album', 'Album', 'albums'), input('caption', 'Caption', 'Summer')],
      (store, { album = '', caption }) => {
        const photos = `albums/${album}/photos`
        const url = `https://pixbin.test/albums/${album}/${store.list(photos).length + 1}.jpg`
        return store.add(photos, { url, caption, album: found(store, 'albums', album)['name'] })
      },
    ),
  ],
  taskpile: [
    happening(
      'task',
      'Add a task',
      [choice('list', 'List', 'lists'), input('title', 'Task', 'Return the books')],
      (store, { list = '', title }) =>
        store.add(`lists/${list}/tasks`, { title, note: '', list: found(store, 'lists', list)['name'], done: false }),
    ),
    happening(
      'finish',
      'Finish a task',
      [choice('list', 'List', 'lists'), input('title', 'Task', 'Water the ferns')],
      (store, { list = '', title }) => {
        const completed_at = nowAt(store)
        const task = store.list(`lists/${list}/tasks`).find((each) => each['title'] === title && each['done'] !== true)
        if (task) store.change(`lists/${list}/tasks`, task.id, { done: true, completed_at })
        return store.add('done_tasks', { title, list: found(store, 'lists', list)['name'], completed_at })
      },
    ),
  ],
  stride: [
    happening(
      'activity',
      'Save a run',
      [input('distance_m', 'Meters', '5000'), input('duration_s', 'Seconds', '1500')],
      (store, { distance_m, duration_s }) =>
        store.add('activities', {
          kind: 'run',
          distance_m: Number(distance_m),
          duration_s: Number(duration_s),
          started_at: new Date(store.now() - Number(duration_s) * 1000).toISOString(),
        }),
    ),
  ],
  skycast: [
    happening('rain', 'Forecast rain for tomorrow', [input('rain_mm', 'Millimeters', '7')], (store, { rain_mm }) => {
      const date = new Date(store.now() + DAY).toISOString().slice(0, 10)
      return store.add('forecasts', { date, rain_mm: Number(rain_mm), min_c: 6, max_c: 10, sky: 'rain' })
    }),
    happening(
      'weather',
      'Change the weather',
      [input('temperature_c', 'Degrees Celsius', '-2')],
      (store, { temperature_c }) =>
        store.add('observations', {
          temperature_c: Number(temperature_c),
          previous_c: store.list('observations').at(-1)?.['temperature_c'],
          wind_ms: 6,
          sky: 'clear',
        }),
    ),
  ],
  feeds: demoFeeds.map(({ name, title }) =>
    happening(
      name,
      `Publish in ${title}`,
      [
        input('title', 'Title', 'The bridge is open again'),
        input('content', 'Text', 'It took two years. The mayor walked first. Then everybody else followed.'),
      ],
      (store, { title: headline, content }) => {
        const url = `https://${name}.test/${store.list(name).length + 1}`
        return store.add(name, { title: headline, url, content, author: 'Mary Somerville' })
      },
    ),
  ),
}

function happening(slug: string, label: string, inputs: HappeningInput[], happen: Happening['happen']): Happening {
  return { slug, label, inputs, happen }
}

function input(name: string, label: string, value: string): HappeningInput {
  return { name, label, value }
}

function choice(name: string, label: string, from: string): HappeningInput {
  return { name, label, value: '', from }
}

function nowAt(store: AccountStore): string {
  return new Date(store.now()).toISOString()
}

function presence(store: AccountStore, event: 'entered' | 'exited') {
  return { event, who: 'Ada', at: nowAt(store) }
}

function found(store: AccountStore, path: string, id: string): Item {
  const item = store.find(path, id)
  if (item === undefined) throw new Error(`There is no ${id} among the ${path} of ${store.accountId}.`)
  return item
}

export type Item = { id: string } & Record<string, unknown>

/**
 * The items of a fresh account, oldest first. Keys are {account}/{resource}, or {account}/{resource}/{id}/{child} one
 * level down.
 */
const samples: Record<string, Record<string, unknown>[]> = {
  'octoforge-ada/repos': [
    { id: 'R01', full_name: 'ada/engine', url: 'https://octoforge.test/ada/engine', stars: 1843 },
    { id: 'R02', full_name: 'ada/notes', url: 'https://octoforge.test/ada/notes', stars: 12 },
  ],
  'octoforge-ada/repos/R01/issues': [
    issue('ada/engine', 1, 'The carry is one column late', 'Seen with 40 digits.'),
    issue('ada/engine', 2, 'Print the table sideways', ''),
  ],
  'octoforge-ada/starred': [
    star('S01', 'looms/jacquard', 'Patterns on punched cards', '2026-03-02T09:14:00.000Z'),
    star('S02', 'tides/almanac', 'High water for every harbor', '2026-03-05T17:40:00.000Z'),
  ],
  'octoforge-ada/releases': [
    {
      id: 'V01',
      full_name: 'ada/engine',
      name: '1.0',
      url: 'https://octoforge.test/ada/engine/releases/1.0',
      notes: 'The first table that prints itself.',
      published_at: '2026-02-20T10:00:00.000Z',
      created_at: '2026-02-20T10:00:00.000Z',
    },
  ],
  'octoforge-work/repos': [
    { id: 'R51', full_name: 'acme/website', url: 'https://octoforge.test/acme/website', stars: 3 },
  ],
  'sheetly-ada/spreadsheets': [
    { id: 'SH01', title: 'Starred repositories' },
    { id: 'SH02', title: 'Household' },
  ],
  'sheetly-ada/spreadsheets/SH01/rows': [
    { id: 'W01', row: 1, values: ['2026-03-02', 'looms/jacquard'], url: 'https://sheetly.test/SH01#row=1' },
  ],
  'sheetly-work/spreadsheets': [
    { id: 'SH51', title: 'Quarterly numbers' },
    { id: 'SH52', title: 'Leads' },
  ],
  'chirp-ada/posts': [{ id: 'P01', text: 'The weather in the valley is kind today.', url: 'https://chirp.test/ada/1' }],
  'chirp-ada/mentions': [
    {
      id: 'M01',
      thread_id: 'TH01',
      from: '@babbage',
      text: '@ada have you seen the new drawings?',
      url: 'https://chirp.test/babbage/7',
    },
  ],
  'parley-ada/channels': [
    { id: 'C01', name: '#general' },
    { id: 'C02', name: '#reading' },
    { id: 'C03', name: '#alerts' },
  ],
  'parley-ada/channels/C01/messages': [
    { id: 'T01', text: 'Good morning', from: 'babbage', url: 'https://parley.test/C01/1' },
  ],
  'parley-work/channels': [
    { id: 'C51', name: '#team' },
    { id: 'C52', name: '#incidents' },
  ],
  'lumen-ada/lights': [
    { id: 'L01', name: 'Porch', on: false, brightness: 80, color: '#ffd8a8' },
    { id: 'L02', name: 'Kitchen', on: true, brightness: 100, color: '#ffffff' },
    { id: 'L03', name: 'Desk', on: false, brightness: 60, color: '#a5d8ff' },
  ],
  'lumen-work/lights': [{ id: 'L51', name: 'Meeting room', on: false, brightness: 100, color: '#ffffff' }],
  'homebase-ada/devices': [
    { id: 'D01', name: 'Front door', kind: 'lock', on: true },
    { id: 'D02', name: 'Thermostat', kind: 'thermostat', on: true },
    { id: 'D03', name: 'Garden sprinkler', kind: 'switch', on: false },
    { id: 'D04', name: 'Hall light', kind: 'light', on: false },
  ],
  'homebase-work/devices': [{ id: 'D51', name: 'Coffee machine', kind: 'switch', on: false }],
  'tunebox-ada/playlists': [
    { id: 'PL01', name: 'Morning' },
    { id: 'PL02', name: 'Deep work' },
  ],
  'tunebox-ada/playlists/PL01/tracks': [
    { id: 'K01', title: 'First light', artist: 'The Looms', url: 'https://tunebox.test/tracks/K01' },
  ],
  'tunebox-work/playlists': [{ id: 'PL51', name: 'Lobby' }],
  'pixbin-ada/albums': [
    { id: 'A01', name: 'Camera' },
    { id: 'A02', name: 'Receipts' },
  ],
  'pixbin-work/albums': [{ id: 'A51', name: 'Press' }],
  'taskpile-ada/lists': [
    { id: 'TL01', name: 'Today' },
    { id: 'TL02', name: 'Someday' },
  ],
  'taskpile-ada/lists/TL01/tasks': [{ id: 'TK01', title: 'Water the ferns', note: '', list: 'Today', done: false }],
  'taskpile-work/lists': [{ id: 'TL51', name: 'Sprint' }],
  'stride-ada/activities': [
    { id: 'AC01', kind: 'run', distance_m: 5200, duration_s: 1740, started_at: '2026-03-04T06:30:00.000Z' },
    { id: 'AC02', kind: 'walk', distance_m: 2100, duration_s: 1500, started_at: '2026-03-05T18:05:00.000Z' },
  ],
  'skycast/observations': [{ id: 'O01', temperature_c: 9, previous_c: 9, wind_ms: 4, sky: 'cloudy' }],
  'skycast/forecasts': [{ id: 'FC01', date: '2026-03-02', rain_mm: 0, min_c: 5, max_c: 11, sky: 'cloudy' }],
  'feeds/news': [
    {
      id: 'N01',
      title: 'The mill turns again',
      url: 'https://news.test/1',
      content: 'After a year of repairs the wheel is back. It grinds on Saturdays.',
      author: 'Mary Somerville',
    },
  ],
  'feeds/releases': [
    {
      id: 'E01',
      title: 'Engine 1.0',
      url: 'https://releases.test/1',
      content: '<p>The first table that prints itself.</p>',
      author: 'Ada',
    },
  ],
}

const CREATED_AT = '2026-03-01T08:00:00.000Z'

export function sampleItems(key: string): Item[] {
  const items = structuredClone(samples[key] ?? [])
  return items.map((item) => ({ id: String(item['id']), created_at: CREATED_AT, ...item, request_id: null }))
}

function star(id: string, full_name: string, description: string, starred_at: string) {
  return { id, full_name, url: `https://octoforge.test/${full_name}`, description, starred_at, created_at: starred_at }
}

function issue(repository: string, number: number, title: string, body: string) {
  const url = `https://octoforge.test/${repository}/issues/${number}`
  return { id: `I0${number}`, number, title, body, url, state: 'open', from: 'babbage' }
}

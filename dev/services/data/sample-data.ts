export type Item = { id: string } & Record<string, unknown>

/** What a fresh account holds. Keys are {account}/{resource}, or {account}/{resource}/{id}/{child} one level down. */
const samples: Record<string, Item[]> = {
  'octoforge-ada/repos': [
    { id: 'R01', full_name: 'ada/engine', stars: 1843 },
    { id: 'R02', full_name: 'ada/notes', stars: 12 },
  ],
  'octoforge-ada/repos/R01/issues': [
    { id: 'I01', title: 'The carry is one column late', body: 'Seen with 40 digits.' },
    { id: 'I02', title: 'Print the table sideways', body: '' },
  ],
  'octoforge-ada/starred': [
    {
      id: 'S01',
      full_name: 'looms/jacquard',
      url: 'https://octoforge.test/looms/jacquard',
      starred_at: '2026-03-02T09:14:00Z',
    },
    {
      id: 'S02',
      full_name: 'tides/almanac',
      url: 'https://octoforge.test/tides/almanac',
      starred_at: '2026-03-05T17:40:00Z',
    },
  ],
  'octoforge-work/repos': [{ id: 'R51', full_name: 'acme/website', stars: 3 }],
  'sheetly-ada/spreadsheets': [
    { id: 'SH01', title: 'Starred repositories' },
    { id: 'SH02', title: 'Household' },
  ],
  'sheetly-ada/spreadsheets/SH01/rows': [{ id: 'W01', values: ['2026-03-02', 'looms/jacquard'] }],
  'sheetly-work/spreadsheets': [
    { id: 'SH51', title: 'Quarterly numbers' },
    { id: 'SH52', title: 'Leads' },
  ],
  'chirp-ada/posts': [
    { id: 'P01', text: 'The weather in the valley is kind today.', posted_at: '2026-03-01T08:00:00Z' },
  ],
  'chirp-ada/mentions': [{ id: 'M01', from: '@babbage', text: '@ada have you seen the new drawings?' }],
  'parley-ada/channels': [
    { id: 'C01', name: '#general' },
    { id: 'C02', name: '#reading' },
    { id: 'C03', name: '#alerts' },
  ],
  'parley-ada/channels/C01/messages': [{ id: 'T01', text: 'Good morning', from: 'babbage' }],
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
  ],
  'homebase-work/devices': [{ id: 'D51', name: 'Coffee machine', kind: 'switch', on: false }],
  'tunebox-ada/playlists': [
    { id: 'PL01', name: 'Morning' },
    { id: 'PL02', name: 'Deep work' },
  ],
  'tunebox-ada/playlists/PL01/tracks': [{ id: 'K01', title: 'First light', artist: 'The Looms' }],
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
  'taskpile-ada/lists/TL01/tasks': [{ id: 'TK01', title: 'Water the ferns', done: false }],
  'taskpile-work/lists': [{ id: 'TL51', name: 'Sprint' }],
  'stride-ada/activities': [
    { id: 'AC01', kind: 'run', distance_m: 5200, duration_s: 1740, started_at: '2026-03-04T06:30:00Z' },
    { id: 'AC02', kind: 'walk', distance_m: 2100, duration_s: 1500, started_at: '2026-03-05T18:05:00Z' },
  ],
}

export function sampleItems(key: string): Item[] {
  return structuredClone(samples[key] ?? [])
}

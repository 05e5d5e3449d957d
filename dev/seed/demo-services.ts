import type { SoldPlan } from '../../worker/contract/tiers.ts'
import type { ConnectKind } from '../../worker/contract/connections/service.ts'

/** A service of the demo world. Addresses come from the stand-in's catalogue; icons from the module name. */
export type DemoService = {
  module_name: string
  name: string
  short_name: string
  description: string
  brand_color: string
  popularity: number
  connect_kind: ConnectKind
  minimum_tier?: SoldPlan
}

export const demoServices: DemoService[] = [
  {
    module_name: 'webhooks',
    name: 'Webhooks',
    short_name: 'Webhooks',
    description:
      'Start an Applet from your own script or device, or call any address on the web when something happens.',
    brand_color: '#3b4a5a',
    popularity: 60,
    connect_kind: 'none',
  },
  {
    module_name: 'schedule',
    name: 'Schedule',
    short_name: 'Schedule',
    description: 'Run an Applet every hour, every day or on the weekdays you choose, in your own time zone.',
    brand_color: '#5b3fd1',
    popularity: 55,
    connect_kind: 'none',
  },
  {
    module_name: 'feeds',
    name: 'Feeds',
    short_name: 'Feeds',
    description: 'Follow any site that publishes an RSS or Atom feed and act on each new item within minutes.',
    brand_color: '#c2410c',
    popularity: 58,
    connect_kind: 'none',
  },
  {
    module_name: 'notifications',
    name: 'Notifications',
    short_name: 'Notifications',
    description: 'Short messages on your phone, the moment something you care about happens.',
    brand_color: '#c2255c',
    popularity: 72,
    connect_kind: 'none',
  },
  {
    module_name: 'email',
    name: 'Email',
    short_name: 'Email',
    description: 'Mail from your Applets, sent to the address of your account: alerts, digests and notes to yourself.',
    brand_color: '#1971c2',
    popularity: 70,
    connect_kind: 'none',
  },
  {
    module_name: 'skycast',
    name: 'Skycast Weather',
    short_name: 'Skycast',
    description: 'Sunrise and sunset, rain and frost for wherever you are, looked up again every ten minutes.',
    brand_color: '#0b7285',
    popularity: 84,
    connect_kind: 'none',
  },
  {
    module_name: 'octoforge',
    name: 'Octoforge',
    short_name: 'Octoforge',
    description: 'Where your code lives. React to stars, issues and releases, and open issues from anywhere.',
    brand_color: '#24292f',
    popularity: 90,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'sheetly',
    name: 'Sheetly',
    short_name: 'Sheetly',
    description: 'Spreadsheets that fill themselves: keep a row of everything, from stars to morning runs.',
    brand_color: '#12794a',
    popularity: 95,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'chirp',
    name: 'Chirp',
    short_name: 'Chirp',
    description: 'Short posts for everyone. Share what you make and never miss a mention that matters.',
    brand_color: '#0076cb',
    popularity: 88,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'parley',
    name: 'Parley',
    short_name: 'Parley',
    description: 'Chat for teams and families. Send word to a channel, or act on what is said there.',
    brand_color: '#7b2d8e',
    popularity: 86,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'lumen',
    name: 'Lumen',
    short_name: 'Lumen',
    description: 'Lights that follow the sun, your calendar or your mood, one lamp or the whole house.',
    brand_color: '#ffc21a',
    popularity: 82,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'homebase',
    name: 'Homebase',
    short_name: 'Homebase',
    description: 'The hub of your home: locks, heating and switches, and whether anybody is in.',
    brand_color: '#0a7d73',
    popularity: 78,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'tunebox',
    name: 'Tunebox',
    short_name: 'Tunebox',
    description: 'Your music. Save what you find to a playlist, and tell others what is playing.',
    brand_color: '#15793a',
    popularity: 76,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'pixbin',
    name: 'Pixbin',
    short_name: 'Pixbin',
    description: 'Photos kept safe and in order: albums that grow by themselves, straight from your phone.',
    brand_color: '#d6336c',
    popularity: 74,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'taskpile',
    name: 'Taskpile',
    short_name: 'Taskpile',
    description: 'To-dos that write themselves down, so that nothing that needs doing stays in your head.',
    brand_color: '#c92a2a',
    popularity: 80,
    connect_kind: 'oauth2',
  },
  {
    module_name: 'stride',
    name: 'Stride',
    short_name: 'Stride',
    description: 'Runs, rides and walks from your watch. Log them, share them, and keep to your goal.',
    brand_color: '#a3e635',
    popularity: 66,
    connect_kind: 'oauth2',
    minimum_tier: 'intermediate_pro',
  },
  {
    module_name: 'digestly',
    name: 'Digestly',
    short_name: 'Digestly',
    description: 'Reads the long things for you and sends back the few sentences that matter.',
    brand_color: '#4c3ce0',
    popularity: 64,
    connect_kind: 'oauth2',
    minimum_tier: 'pro',
  },
  {
    module_name: 'beacon',
    name: 'Beacon',
    short_name: 'Beacon',
    description: 'Status pings for the jobs that run while you sleep. You hear from it only when one goes quiet.',
    brand_color: '#087f5b',
    popularity: 40,
    connect_kind: 'key',
  },
]

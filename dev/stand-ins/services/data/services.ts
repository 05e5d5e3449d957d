import type { SignInSettings } from '../../oauth/provider-settings.ts'
import { productAt } from './demo-client.ts'

/** Demo services sign in as the standards have it. */
export const DEMO_SIGN_IN = {
  paths: { authorize: '/oauth/authorize', token: '/oauth/token', revoke: '/oauth/revoke' },
  names_issuer: true,
} as const

/** The OAuth 2 services of the demo data. */
export const standInServices: SignInSettings[] = [
  service('octoforge', 'Octoforge', '#5747d1', {
    'repos:read': 'See your repositories and what you starred',
    'issues:read': 'See the issues of your repositories',
    'issues:write': 'Open issues in your name',
  }),
  service('sheetly', 'Sheetly', '#0f7a48', {
    'sheets:read': 'See your spreadsheets and their rows',
    'sheets:write': 'Add rows to your spreadsheets',
  }),
  service('chirp', 'Chirp', '#0b6fc2', {
    'posts:read': 'See your posts and where you are mentioned',
    'posts:write': 'Post in your name',
  }),
  service('parley', 'Parley', '#7a2e7a', {
    'channels:read': 'See the channels you are in and their messages',
    'messages:write': 'Send messages in your name',
  }),
  service('lumen', 'Lumen', '#f5b301', {
    'lights:read': 'See your lights and whether they are on',
    'lights:write': 'Switch, dim and color your lights',
  }),
  service('homebase', 'Homebase', '#0b7285', {
    'devices:read': 'See the devices of your home',
    'devices:write': 'Switch the devices of your home',
  }),
  service('tunebox', 'Tunebox', '#c8195f', {
    'playlists:read': 'See your playlists and their tracks',
    'playlists:write': 'Add tracks to your playlists',
  }),
  service('pixbin', 'Pixbin', '#f76707', {
    'albums:read': 'See your albums and their photos',
    'albums:write': 'Add photos to your albums',
  }),
  service('taskpile', 'Taskpile', '#c92a2a', {
    'tasks:read': 'See your lists and tasks',
    'tasks:write': 'Add tasks to your lists',
  }),
  service('stride', 'Stride', '#94c11f', {
    'activities:read': 'See your activities',
    'activities:write': 'Log activities for you',
  }),
  service('digestly', 'Digestly', '#34388c', {
    summarise: 'Summarize texts that it sends',
  }),
]

/** Connected by a key that the user pastes, not by OAuth. */
export const keyService = {
  module_name: 'beacon',
  name: 'Beacon',
  brand_color: '#495057',
  keys: /^beacon_[a-z0-9]{8,}$/,
  revokedKey: 'beacon_revoked00',
}

/** Public, without any connection. */
export const weatherService = { module_name: 'skycast', name: 'Skycast', brand_color: '#0b7285' }

function service(
  module_name: string,
  name: string,
  brand_color: string,
  scopes: Record<string, string>,
): SignInSettings {
  const accounts = ['ada', 'work'].map((who) => ({ id: `${module_name}-${who}`, name: `${who}@${module_name}.test` }))
  return { ...DEMO_SIGN_IN, module_name, name, brand_color, scopes, accounts, clients: [productAt(module_name)] }
}

import type { PaidTier } from '../../worker/contract/tiers.ts'
import type { BilledBy } from '../../worker/contract/billed-by.ts'
import { HOUR } from '../../worker/contract/shared/durations.ts'

type DemoUser = {
  id: string
  email: string
  login: string
  available_clients?: string[]
  student?: boolean
  trial_used?: boolean
  segment?: string
}

/** Every demo account has this password. */
export const DEMO_PASSWORD = 'correct horse battery'

export const demoPeople: DemoUser[] = [
  { id: 'usr_free', email: 'free@demo.test', login: 'frida', segment: 'personal' },
  { id: 'usr_trialused', email: 'trialused@demo.test', login: 'tariq', trial_used: true },
  { id: 'usr_pro', email: 'pro@demo.test', login: 'paloma', available_clients: ['ios'], trial_used: true },
  { id: 'usr_proplus', email: 'proplus@demo.test', login: 'piotr', segment: 'business', trial_used: true },
  { id: 'usr_legacy', email: 'legacy@demo.test', login: 'lennart', trial_used: true },
  { id: 'usr_store', email: 'store@demo.test', login: 'sigrid', available_clients: ['ios'], trial_used: true },
  {
    id: 'usr_storeandroid',
    email: 'storeandroid@demo.test',
    login: 'anders',
    available_clients: ['android'],
    trial_used: true,
  },
  { id: 'usr_student', email: 'student@demo.test', login: 'suki', student: true, segment: 'student' },
  { id: 'usr_author', email: 'author@demo.test', login: 'mira-lind' },
]

export const AUTHOR = 'usr_author'

type DemoSubscription = {
  user: string
  tier: PaidTier
  payment_type: BilledBy
  payment_interval: 'month' | 'year'
  price_in_cents: number
}

export const demoSubscriptions: DemoSubscription[] = [
  paid('usr_pro', 'intermediate_pro', 'stripe', 'month', 349),
  paid('usr_proplus', 'pro', 'stripe', 'year', 9999),
  paid('usr_legacy', 'legacy_pro', 'stripe', 'month', 199),
  paid('usr_store', 'intermediate_pro', 'app_store', 'month', 349),
  paid('usr_storeandroid', 'intermediate_pro', 'google_play', 'month', 349),
]

function paid(
  user: string,
  tier: DemoSubscription['tier'],
  payment_type: DemoSubscription['payment_type'],
  payment_interval: DemoSubscription['payment_interval'],
  price_in_cents: number,
): DemoSubscription {
  return { user, tier, payment_type, payment_interval, price_in_cents }
}

/** An account at a service: Ada's own, or the one that she has for work. */
export type DemoAccount = { user: string; module_name: string; who: 'ada' | 'work' }

export const demoAccounts: DemoAccount[] = [
  { user: 'usr_free', module_name: 'home_assistant', who: 'ada' },
  { user: 'usr_pro', module_name: 'home_assistant', who: 'ada' },
  { user: 'usr_proplus', module_name: 'google_sheets', who: 'ada' },
  { user: 'usr_proplus', module_name: 'google_sheets', who: 'work' },
]

type DemoEnablement = {
  user: string
  applet: string
  status: 'enabled' | 'disabled'
  fields?: Record<string, string>
}

export const demoEnablements: DemoEnablement[] = [
  { user: 'usr_free', applet: 'hook-to-notification', status: 'enabled' },
  { user: 'usr_free', applet: 'sunset-lights', status: 'disabled', fields: { '1.entity': 'light.kitchen' } },
  { user: 'usr_trialused', applet: 'hook-to-notification', status: 'enabled' },
  { user: 'usr_trialused', applet: 'rain-check', status: 'enabled', fields: { '0.location': 'Oslo' } },
  { user: 'usr_pro', applet: 'home-hub', status: 'enabled' },
]

/** The secret of a person's webhook address. Like all demo data, it is public. */
export function demoHookKey(user: string): string {
  return `demo-key-of-${user.replace('usr_', '')}`
}

export type DemoCall = {
  user: string
  /** How long ago, in ms. */
  ago: number
  value1: string
}

/** What called the addresses of `hook-to-notification`, oldest first. Free users' runs are kept for a week. */
export const demoCalls: DemoCall[] = [
  { user: 'usr_trialused', ago: 98 * HOUR, value1: 'The backup is done' },
  { user: 'usr_free', ago: 75 * HOUR, value1: 'The night build is done' },
  { user: 'usr_trialused', ago: 74 * HOUR, value1: 'The backup is done' },
  { user: 'usr_free', ago: 52 * HOUR, value1: 'The door bell rang' },
  { user: 'usr_trialused', ago: 50 * HOUR, value1: 'The disk is nearly full' },
  { user: 'usr_free', ago: 30 * HOUR, value1: 'The night build failed' },
  { user: 'usr_free', ago: 27 * HOUR, value1: 'The night build is done' },
  { user: 'usr_free', ago: 3 * HOUR, value1: 'The door bell rang' },
]

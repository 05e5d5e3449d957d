/** Where an operator looks after the product. */
export const OPERATOR_PATH = '/settings/operator'

/**
 * `no_client`: people cannot connect it before the operator has given a client in SERVICE_CREDENTIALS. `no_sign_in`: they
 * can only paste something before that.
 */
export type ServiceSetup = 'ready' | 'no_client' | 'no_sign_in'

/** A service as its operator sees it. */
export type OperatedService = {
  module_name: string
  name: string
  published: boolean
  /** False while its kill switch is on: its runs are held, its polls stop. */
  running: boolean
  setup: ServiceSetup
  /** Nobody has seen it work with a real account yet: pages mark it as new. */
  is_new: boolean
  /** The redirect address to register at the service, where it is connected by OAuth with the operator's client. */
  redirect_uri: string | null
  /** The service's page where a client is registered, if its file names one. */
  register_url: string | null
  /** The hosts of its file. */
  hosts: string[]
}

/** A host of services' files, in the last five minutes. Only hosts where calls failed report; others count none. */
export type HostState = { open: boolean; calls: number; failures: number; users: number }

/** `state`: null where the host's object could not be asked. */
export type OperatedHost = { host: string; state: HostState | null }

/** Runners whose configuration or alarm is behind. Counts end at 1,000. Times in ms. */
export type OverdueRunners = {
  behind: number
  late: number
  oldest: { user_id: string; due_at: number }[]
}

/** A Stripe event that was set aside, or that was tried 100 times. Times in ms. */
export type WaitingEvent = {
  id: string
  type: string
  parked: string | null
  attempts: number
  received_at: number
}

export const OPERATOR_ACTIONS = [
  'stop_service',
  'start_service',
  'confirm_service',
  'replay_event',
  'save_service',
  'take_down_applet',
  'put_back_applet',
  'hide_author',
  'show_author',
  'dismiss_reports',
  'lend_login',
  'take_login_back',
] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

/** `begun`: it is not known whether it was done. */
export const OPERATOR_OUTCOMES = ['begun', 'done', 'failed'] as const
export type OperatorOutcome = (typeof OPERATOR_OUTCOMES)[number]

/** Who changed what. `before` and `after` as JSON. Times in ms. */
export type OperatorChange = {
  id: string
  login: string | null
  action: OperatorAction
  subject: string
  before: string
  after: string
  outcome: OperatorOutcome
  created_at: number
}

/** A reserved user name, and the user whom an operator lets have it. In ms. */
export type LentLogin = { login: string; to: string; lent_at: number }

/** GET /api/operator */
export type OperatorOverview = {
  /** The problems with the Workers, a sentence each, as GET /api/health says. */
  problems: string[]
  services: OperatedService[]
  hosts: OperatedHost[]
  runners: OverdueRunners
  events: WaitingEvent[]
  changes: OperatorChange[]
  logins: LentLogin[]
}

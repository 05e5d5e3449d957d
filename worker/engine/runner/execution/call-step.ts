import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import { accountIo, secretsOf, type AccountValues } from '../../steps/account-io.ts'
import type { RunnableService, StepIo } from '../../steps/service-steps.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import type { StepOutcome, StepProblem } from '../../../system/runner-api/step-outcome.ts'
import { findService, isUntold } from '../store/added-services.ts'
import { userStore } from '../user-store/user-store.ts'
import { CALLS_HOLD, INTERNAL_HOLD, SERVICE_HOLD } from './hold-rules.ts'
import { hideValuesIn } from '../../../system/secrets/hide-values.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { RunnerWorld } from '../world/world.ts'
import { DEFAULT_RETRY_AFTER } from './retry-rules.ts'

/**
 * The result of a call, or why it was not made. `due` in ms: when to look again; null where something else ends the
 * hold.
 */
export type CallResult<Value> =
  | { kind: 'outcome'; outcome: StepOutcome<Value> }
  | { kind: 'held'; hold: HoldReason; due: number | null }

export const SERVICE_GONE = failedOutcome({ failure: 'input', message: 'This service no longer exists.' })

type StepCaller = {
  module_name: string
  account_id: string | null
  key: string | null
  applet_id: number
  hops: number
}

/**
 * Makes one call to a service with the step's account: refreshes the token once after a 401; still 401, it asks whether
 * the account works. If it does, only this step fails; if not, the connection is broken and the run is held.
 */
export async function callService<Value>(
  memory: RunnerMemory,
  caller: StepCaller,
  run: (service: RunnableService, io: StepIo) => Promise<StepOutcome<Value>>,
): Promise<CallResult<Value>> {
  const { world, settings } = memory
  const service = findService(memory, caller.module_name)
  if (!service) return withoutService(memory, caller)
  if (await world.isServiceOff(caller.module_name)) return held('service_off', world.now() + SERVICE_HOLD)
  const delay = service.hosts.length > 0 ? await world.hostDelay(service.hosts) : 0
  if (delay > 0) return held('host', world.now() + delay)
  const limits = limitsOf(service, caller.account_id)
  for (const { hosts, limit } of limits) {
    const wait = await world.takeCall(hosts, limit)
    if (wait > 0) return held('host', world.now() + wait)
  }
  const ports = {
    ...world.stepIo({ ...caller, service, timezone: settings.timezone }),
    store: userStore(memory, caller.hops),
  }
  const ask = async (account: AccountValues | null) => {
    const outcome = await run(service, accountIo(ports, service, account))
    if (account) hideValuesIn(outcome, secretsOf(service, account))
    reportHosts(world, service.hosts, outcome)
    for (const { hosts } of limits) emptyLeases(world, hosts, outcome)
    return outcome
  }
  if (!service.checkAccount) return told(await ask(null), world.now)
  if (caller.account_id === null) return held('connection', null)
  const access = await world.account(caller.account_id)
  if (access.kind !== 'token') return holdFor(access.kind, world.now())
  const first = await ask(access)
  if (!isUnauthorized(first)) return told(first, world.now)
  const fresh = await world.refreshAccount(caller.account_id, access.version)
  if (fresh.kind !== 'token') return holdFor(fresh.kind, world.now())
  const second = fresh.version === access.version ? first : await ask(fresh)
  if (!isUnauthorized(second)) return told(second, world.now)
  if (!isAccountGone(second)) {
    const account = await service.checkAccount(accountIo(ports, service, fresh))
    if (account.ok) return { kind: 'outcome', outcome: second }
    if (!isUnauthorized(account)) return held('internal', world.now() + INTERNAL_HOLD)
  }
  const isBroken = await world.markBroken(caller.account_id, fresh.version)
  return isBroken ? held('connection', null) : held('internal', world.now() + INTERNAL_HOLD)
}

/** What needs the service waits for the next sync, which is asked for it. Returns until when, in ms. */
export function awaitService({ world, lacking }: RunnerMemory, module_name: string): number {
  lacking.add(module_name)
  world.askForSync()
  return world.now() + INTERNAL_HOLD
}

function withoutService(memory: RunnerMemory, { module_name }: StepCaller): CallResult<never> {
  if (isUntold(memory, module_name)) return held('internal', awaitService(memory, module_name))
  return { kind: 'outcome', outcome: SERVICE_GONE }
}

function holdFor(kind: 'broken' | 'away', now: number): CallResult<never> {
  switch (kind) {
    case 'broken':
      return held('connection', null)
    case 'away':
      return held('internal', now + INTERNAL_HOLD)
  }
}

function held(hold: HoldReason, due: number | null): CallResult<never> {
  return { kind: 'held', hold, due }
}

/** A call that got no place was not made: what it is for waits, and no try is counted. */
function told<Value>(outcome: StepOutcome<Value>, now: () => number): CallResult<Value> {
  return isBusy(outcome) ? held('calls', now() + CALLS_HOLD) : { kind: 'outcome', outcome }
}

function isBusy(outcome: StepOutcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.failure === 'busy'
}

function isUnauthorized(outcome: StepOutcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.failure === 'unauthorized'
}

function isAccountGone(outcome: StepOutcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.is_account_gone === true
}

/** Lists the service's limits for the whole app, and for each account. */
function limitsOf({ hosts, app_limit, account_limit }: RunnableService, account_id: string | null) {
  return [
    ...(app_limit ? [{ hosts, limit: app_limit }] : []),
    ...(account_limit && account_id !== null ? [{ hosts: [`account ${account_id}`], limit: account_limit }] : []),
  ]
}

/** A service that takes no more for now takes no more from anybody. */
function emptyLeases(world: RunnerWorld, hosts: readonly string[], outcome: StepOutcome<unknown>): void {
  if (outcome.ok || outcome.problem.failure !== 'rate_limited') return
  world.emptyLeases(hosts, outcome.problem.retry_after ?? DEFAULT_RETRY_AFTER)
}

/** Tells the circuit breakers of hosts how a call there ended, if it was made. */
export function reportHosts(
  world: Pick<RunnerWorld, 'reportHost'>,
  hosts: readonly string[],
  outcome: StepOutcome<unknown>,
): void {
  if (hosts.length > 0 && !isBusy(outcome)) world.reportHost(hosts, outcome.ok || !isHostTrouble(outcome.problem))
}

function isHostTrouble({ failure }: StepProblem): boolean {
  return failure === 'transport' || failure === 'timeout' || failure === 'server'
}

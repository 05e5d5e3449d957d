import { objectWorld, type ObjectClock, type ObjectState } from '../../../system/context/object-world.ts'
import type { RunnerCtx } from '../../../system/context/context.ts'
import { hookPath } from '../../../contract/addresses.ts'
import { log } from '../../../system/log/log.ts'
import { deliverToUser } from '../../../messages/notifications/deliver-to-user.ts'
import {
  tellOfFailedLook,
  tellOfLateness,
  tellOfPause,
  tellOfRun,
  tellOfSilence,
} from '../../../messages/notifications/tell-of-applet.ts'
import { tellOfFailures } from '../../../messages/notifications/tell-of-failures.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import { guardedOutcome } from '../../../system/outbound/guarded-outcome.ts'
import { recordMetric } from '../../../system/metrics/record-metric.ts'
import { readWhenOfProgram } from '../../../db/applets/when-of-program.ts'
import { saveRunCounts } from '../../../db/applets/saved-run-counts.ts'
import { markRunnerBehind } from '../../../db/runners/told-runners.ts'
import { accountHookKeys } from '../../../system/secrets/account-hook-key.ts'
import { openSecrets } from '../../../system/secrets/field-secret.ts'
import type { SourceAddress } from '../../../system/runner-api/source-api.ts'
import type { StepIo } from '../../steps/service-steps.ts'
import type { ServicesPort } from '../../steps/services-port.ts'
import type { RunnerWorld } from '../world/world.ts'
import type { AccountTokens } from './account-access.ts'
import type { CallLeases } from './call-leases.ts'
import type { HostBreakers } from './host-breakers.ts'
import { withOwnHooks } from './own-hooks.ts'

type Parts = {
  state: ObjectState
  breakers: HostBreakers
  leases: CallLeases
  ctx: RunnerCtx
  services: ServicesPort
  tokens: AccountTokens
  user_id: () => string
  clock: ObjectClock
  /** Told of the rows that each statement wrote, indexes included: nine tenths of what a run costs. */
  onWritten: (rows: number) => void
}

/** The real world of a Runner: its object's storage and alarm, and the Worker's features. */
export function runnerWorld({
  state,
  breakers,
  leases,
  ctx,
  services,
  tokens,
  user_id,
  clock,
  onWritten,
}: Parts): RunnerWorld {
  const outbound = guardedOutcome(ctx)
  const accountHooks = async (account_id: string) => {
    const keys = await accountHookKeys(ctx.settings, state.id.toString(), account_id)
    return keys.map(({ key, ...rest }) => ({ address: ctx.settings.SITE_ORIGIN + hookPath(key), ...rest }))
  }
  const onFailed = (message: string) => log('error', 'runner_work_failed', { user_id: user_id(), message })
  const object = objectWorld({ state, ctx, clock }, { onWritten, onFailed })
  return {
    ...object,
    random: Math.random,
    boot: crypto.randomUUID(),
    findOwnService: services.findOwnService,
    readService: services.readService,
    readWhen: (program) => readWhenOfProgram(ctx, user_id(), program),
    askForSync: () => object.spawn(markRunnerBehind(ctx, user_id())),
    isServiceOff: services.isServiceOff,
    stepIo: ({ service, account_id, key, timezone, hops }) => ({
      fetch: withOwnHooks(ctx, outbound, hops),
      base_url: services.addressOf(service),
      key,
      timezone,
      now: clock.now(),
      deliver: deliverToUser(ctx, user_id()),
      readSource: (source, fields) => querySource(ctx, { module_name: service.module_name, source, fields }),
      ...(account_id !== null && { hook: async () => firstOf(await accountHooks(account_id)) }),
      app: services.appAt(service.module_name),
    }),
    places: ctx.places,
    account: (account_id) => tokens.access(account_id),
    accountHooks,
    refreshAccount: (account_id, tried) => tokens.refresh(account_id, tried),
    markBroken: (account_id, tried) => tokens.markBroken(account_id, tried),
    openSecrets: (fields) => openSecrets(ctx.settings.TOKEN_KEYS, user_id(), fields),
    followSource: async (request) =>
      (await ctx.sources.at(request.address)).follow({ ...request, runner_id: state.id.toString() }),
    unfollowSource: async (address, identity) =>
      (await ctx.sources.at(address)).unfollow(state.id.toString(), identity),
    sourceTimes: async (address) => (await ctx.sources.at(address)).times(),
    hostDelay: (hosts) => breakers.delay(hosts),
    takeCall: (hosts, limit) => leases.take(hosts, limit),
    emptyLeases: (hosts, retry_after) => state.waitUntil(leases.empty(hosts, retry_after)),
    reportHost: (hosts, ok) => state.waitUntil(breakers.report(hosts, ok)),
    recordEnded: (outcome, runs) => recordMetric(ctx, 'runs_ended', { outcome }, runs),
    saveCounts: (counts) => saveRunCounts(ctx, user_id(), counts),
    tellFailures: (failed) => tellOfFailures(ctx, user_id(), failed),
    tellRan: (ran) => tellOfRun(ctx, user_id(), ran),
    tellPaused: (applet) => tellOfPause(ctx, user_id(), applet),
    tellSilent: (applet) => tellOfSilence(ctx, user_id(), applet),
    tellLookFailed: (applet) => tellOfFailedLook(ctx, user_id(), applet),
    tellLate: (applet) => tellOfLateness(ctx, user_id(), applet),
    sleep: (ms) => scheduler.wait(ms),
    paced: ctx.settings.RUN_PACE,
  }
}

/** TOKEN_KEYS has at least one key, and so has what follows from it. */
function firstOf<Value>([first]: readonly Value[]): Value {
  if (first === undefined) throw new Error('TOKEN_KEYS contains no key.')
  return first
}

/** Reads the present items of a Source; one that cannot be reached is a problem like any other. */
async function querySource(ctx: RunnerCtx, address: SourceAddress): ReturnType<StepIo['readSource']> {
  try {
    const source = await ctx.sources.at(address)
    return await source.read(address)
  } catch (error) {
    log('warn', 'source_away', { module_name: address.module_name, message: String(error) })
    return failedOutcome({ failure: 'transport', message: 'We could not check this now.' })
  }
}

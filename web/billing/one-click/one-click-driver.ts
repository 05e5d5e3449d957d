import { ACCOUNT_CHANGED } from '../../../worker/contract/refusals-on-pages.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import type { ProUpgradeDetails } from '../../../worker/contract/upgrade/upgrade.ts'
import { LOADING, oneClickReducer, type OneClickEvent, type OneClickState } from './one-click-flow.ts'
import {
  outcomeOfFailedLoad,
  outcomeOfFailedPress,
  outcomeOfPress,
  type Answer,
  type Outcome,
} from './one-click-outcome.ts'

export type OneClickPorts = {
  details(): Promise<ProUpgradeDetails>
  upgrade(details: ProUpgradeDetails): Promise<Answer>
  /** Whether the page's user is still signed in and has the plan. */
  hasPlan(): Promise<boolean>
}

type PlanPorts = OneClickPorts & { plan: SoldPlan }

/** Runs the flow: sends each request once and returns its reply with the attempt's number. */
export function oneClickDriver(ports: PlanPorts, on: { changed(state: OneClickState): void; signedOut(): void }) {
  let state: OneClickState = LOADING

  function send(event: OneClickEvent): void {
    const before = state
    state = oneClickReducer(before, event)
    if (state === before) return
    on.changed(state)
    if (state.attempt !== before.attempt) void ask(state)
  }

  async function ask(asking: OneClickState): Promise<void> {
    const { attempt } = asking
    const outcome = await outcomeOf(asking, ports)
    if (outcome?.type === 'signedOut') on.signedOut()
    else if (outcome) send({ ...outcome, attempt })
  }

  return { send, start: () => void ask(state) }
}

async function outcomeOf(asking: OneClickState, ports: PlanPorts): Promise<Outcome | null> {
  if (asking.kind === 'loading') return load(ports)
  if (asking.kind !== 'upgrading') return null
  try {
    return outcomeOfPress(await ports.upgrade(asking.details), ports.plan)
  } catch (error) {
    return outcomeOfFailedPress(error)
  }
}

/** "Already has the plan" counts only if the page's user is still the one signed in. */
async function load({ details, hasPlan }: OneClickPorts): Promise<Outcome> {
  try {
    return { type: 'loaded', details: await details() }
  } catch (error) {
    const outcome = outcomeOfFailedLoad(error)
    if (outcome.type !== 'held') return outcome
    const theirs = await hasPlan().catch(() => null)
    if (theirs === null) return { type: 'failed' }
    return theirs ? outcome : { type: 'refused', problem: { message: ACCOUNT_CHANGED, way: 'reload' } }
  }
}

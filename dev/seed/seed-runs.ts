import { setTimeout } from 'node:timers/promises'
import { hookPath } from '../../worker/contract/addresses.ts'
import type { HookReceived } from '../../worker/contract/hooks/hook-response.ts'
import type { HookReceipt } from '../../worker/contract/runs/applet-run.ts'
import { demoCalls, demoHookKey, type DemoCall } from './demo-people.ts'

type RunningSite = {
  origin: string
  clock: {
    /** Has `live` move to moments of the past, each in ms before now. */
    relive(live: (moveTo: (ago: number) => Promise<void>) => Promise<void>): Promise<void>
  }
}

/** How long a run may take, in ms. */
const PATIENCE = 10_000

/**
 * Has the demo people's Applets run, by calls of their addresses over the last days, so that runs and their counts are
 * where a user's are. Throws where the site does not take a call.
 */
export async function seedRuns({ origin, clock }: RunningSite): Promise<void> {
  await clock.relive(async (moveTo) => {
    for (const call of demoCalls) {
      await moveTo(call.ago)
      await callHook(origin, call)
    }
  })
}

/** Calls a person's address and waits until the run has ended: the clock must not move while it is under way. */
async function callHook(origin: string, { user, value1 }: DemoCall): Promise<void> {
  const address = origin + hookPath(demoHookKey(user))
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ value1 }) })
  if (!answer.ok) throw new Error(`The demo's hook of ${user} answered ${answer.status}: ${await answer.text()}`)
  const { receipt } = (await answer.json()) as HookReceived
  const end = Date.now() + PATIENCE
  while (!(await hasEnded(`${address}/receipts/${receipt}`))) {
    if (Date.now() > end) throw new Error(`The run of the demo's hook of ${user} did not end.`)
    await setTimeout(10)
  }
}

async function hasEnded(receipt: string): Promise<boolean> {
  const answer = await fetch(receipt)
  const { runs } = (await answer.json()) as HookReceipt
  return runs.every(({ ended_at }) => ended_at !== null)
}

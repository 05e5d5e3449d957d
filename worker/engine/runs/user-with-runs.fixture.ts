import { anAppletFixture, at, enablementOf } from '../../applets/testing/stored-applet.fixture.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { hasRunEnded, type RunDetail } from '../../contract/runs/applet-run.ts'
import type { HookEvent, RunnerApi } from '../../system/runner-api/runner-api.ts'
import { aRequest } from '../runner/testing/applet-makers.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { eventually } from '../../testing/eventually.ts'
import { anApplet } from '../../testing/rows.ts'

/**
 * A user with an enabled Applet that starts with a web request and shows its first value as a notification. Their Runner
 * is the real one. An empty value fails: there is nothing to show.
 */
export async function aUserWithRuns() {
  const world = await anAppletFixture()
  const { steps, author, db, user, ctx } = world
  const actions = [{ step: steps.hook }, { step: steps.notify, fields: { message: '{{Value1}}' } }]
  const applet = await anApplet(db, author, actions, { name: 'Door bell', friendly_id: 'door-bell' })
  await enableApplet(ctx, { id: applet.id })
  const runner = await syncRunner(ctx, user.id, { again: true })
  if (!runner) throw new Error('The user has no Runner.')
  const key_hash = (await enablementOf(world, user, applet))?.hook_key_hash ?? ''

  /** Runs the Applet with this value and waits for the end of the run. */
  async function ring(value: string): Promise<RunDetail> {
    const answer = await runner?.accept(await eventWith(value, key_hash))
    if (answer?.kind !== 'accepted') throw new Error(`The event was not accepted: ${answer?.kind}.`)
    return ended(answer.receipt)
  }
  const ended = (id: string) => endOf(runner, id)
  return { ...world, applet, ref: at(applet), runner, ring, ended }
}

async function eventWith(value: string, key_hash: string): Promise<HookEvent> {
  const text = JSON.stringify({ value1: value })
  const sent = { kind: 'json', content_type: 'application/json', bytes: text.length, text } as const
  const ingredients = { Value1: value, Body: text }
  return aRequest(0, { target: { kind: 'applet', key_hash }, body_hash: await sha256(text), ...sent, ingredients })
}

function endOf(runner: RunnerApi, id: string): Promise<RunDetail> {
  return eventually(async () => {
    const run = await runner.readRun(id)
    if (!run || !hasRunEnded(run.state)) throw new Error('The run has not ended.')
    return run
  })
}

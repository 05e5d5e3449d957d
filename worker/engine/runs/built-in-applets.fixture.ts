import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { hasRunEnded, type RunDetail } from '../../contract/runs/applet-run.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { eventually } from '../../testing/eventually.ts'
import { anApplet, aService, aStep } from '../../testing/rows.ts'

/** A step by its address, such as `store/actions/count`, with the author's fields. */
type GivenStep = [address: string, fields?: Record<string, string>]

/** A user whose Applets of built-in services run in their real Runner. */
export async function aUserOfBuiltIns() {
  const world = await anAppletFixture()
  const { db, author, ctx, user } = world
  const known = new Set(['webhooks', 'feeds', 'notifications', 'github', 'google_sheets'])
  const steps = new Map<string, Awaited<ReturnType<typeof aStep>>>([
    ['webhooks/triggers/web_request', world.steps.hook],
    ['notifications/actions/send', world.steps.notify],
  ])

  async function stepOf(address: string) {
    const found = steps.get(address)
    if (found) return found
    const [module_name = '', segment, slug = ''] = address.split('/')
    if (!known.has(module_name)) await aService(db, { module_name, connect_kind: 'none' })
    known.add(module_name)
    const made = await aStep(db, module_name, segment === 'triggers' ? 'trigger' : 'action', slug)
    steps.set(address, made)
    return made
  }

  /** Stores an Applet of these steps and enables it. */
  async function enable(name: string, given: GivenStep[]) {
    const stored = []
    for (const [address, fields = {}] of given) stored.push({ step: await stepOf(address), fields })
    const applet = await anApplet(db, author, stored, { name })
    const enabled = await enableApplet(ctx, { id: applet.id })
    return { ...applet, viewer: enabled.applet }
  }

  async function runner() {
    const found = await syncRunner(ctx, user.id, { again: true })
    if (!found) throw new Error('The user has no Runner.')
    return found
  }

  /** The runs of an Applet, newest first, once so many have ended. */
  async function endedRuns(applet: { id: number }, count: number): Promise<RunDetail[]> {
    const own = await runner()
    return eventually(async () => {
      const { runs } = await own.listRuns({ applet_id: applet.id, limit: 50 })
      if (runs.length < count || !runs.every(({ state }) => hasRunEnded(state))) throw new Error('Runs have not ended.')
      const details = await Promise.all(runs.map(({ id }) => own.readRun(id)))
      return details.flatMap((run) => run ?? [])
    })
  }

  return { ...world, enable, runner, endedRuns }
}

import type { AppletTrouble } from '../../../contract/applets/applet-trouble.ts'
import { STEP_SEGMENTS } from '../../../contract/connections/service.ts'
import type { RunCounts } from '../../../system/runner-api/runner-api.ts'
import { serviceSteps, usedServices, type Program, type ProgramStep } from '../../../system/runner-api/program.ts'
import { findService, isUntold } from '../store/added-services.ts'
import { listSubscriptions, type Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** The counts with what is wrong with each Applet that is on, also with those that have never run. */
export async function withTroubles(memory: RunnerMemory, counts: readonly RunCounts[]): Promise<RunCounts[]> {
  const troubles = await readTroubles(memory)
  const known = new Set(counts.map(({ applet_id }) => applet_id))
  const others = [...troubles.keys()].filter((applet_id) => !known.has(applet_id))
  const all = [...counts, ...others.map((applet_id) => ({ applet_id, run_count: 0, last_run: null }))]
  return all.map((each) => ({ ...each, trouble: troubles.get(each.applet_id) ?? null }))
}

async function readTroubles(memory: RunnerMemory): Promise<Map<number, AppletTrouble>> {
  const failing = listSubscriptions(memory).filter(isFailing)
  const found = await Promise.all(
    [...memory.programs.values()].map(async ({ program }) => {
      const trouble = program.running ? await troubleOf(memory, program, failing) : null
      return trouble ? ([[program.applet_id, trouble]] as const) : []
    }),
  )
  return new Map(found.flat())
}

async function troubleOf(
  memory: RunnerMemory,
  { applet_id, branches }: Program,
  failing: readonly Subscription[],
): Promise<AppletTrouble | null> {
  const why = memory.troubles.get(applet_id)?.paused ?? null
  const steps = serviceSteps(branches)
  const unconnected = steps.find((step) => lacksAccount(memory, step))
  if (why && !(why === 'broken_connection' && unconnected)) return { kind: 'paused', why }
  if (unconnected) return { kind: 'connection', module_name: unconnected.module_name }
  const gone = steps.find((step) => isGone(memory, step))
  if (gone) return { kind: 'step_gone', module_name: gone.module_name }
  for (const module_name of usedServices([{ branches }]))
    if (await memory.world.isServiceOff(module_name)) return { kind: 'service_stopped', module_name }
  const note = failing.find(({ applets }) => applets.includes(applet_id))?.note ?? null
  return note === null ? null : { kind: 'look_failed', message: note }
}

/** Whether a trigger could not be asked the last time. Its note says why. */
export function isFailing({ fails, kind, note }: Subscription): boolean {
  return kind === 'poll' && fails > 0 && note !== null
}

function lacksAccount(memory: RunnerMemory, { module_name, account_id }: ProgramStep): boolean {
  if (!findService(memory, module_name)?.checkAccount) return false
  return memory.settings.accounts.find(({ id }) => id === account_id)?.status !== 'connected'
}

/** A service of which the Runner was told nothing yet may have it. */
function isGone(memory: RunnerMemory, { module_name, kind, slug }: ProgramStep): boolean {
  const service = findService(memory, module_name)
  return service ? !service[STEP_SEGMENTS[kind]][slug] : !isUntold(memory, module_name)
}

import type { AppletHealth } from '../../../contract/runs/applet-run.ts'
import { stepsOfServices } from '../../../contract/applets/step-list.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** Lists the services of each Applet that an operator has stopped. */
export function withStoppedServices(memory: RunnerMemory, health: AppletHealth[]): Promise<AppletHealth[]> {
  return Promise.all(
    health.map(async (each) => ({ ...each, stopped_services: await stoppedServices(memory, each.applet_id) })),
  )
}

async function stoppedServices(memory: RunnerMemory, applet_id: number): Promise<string[]> {
  const branches = memory.programs.get(applet_id)?.program.branches ?? []
  const used = branches.flatMap(({ trigger, steps }) => [trigger, ...stepsOfServices(steps)])
  const names = [...new Set(used.map(({ module_name }) => module_name))]
  const off = await Promise.all(names.map((module_name) => memory.world.isServiceOff(module_name)))
  return names.filter((_, index) => off[index])
}

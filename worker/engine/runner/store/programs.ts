import { upcastProgram, type Program } from '../../../system/runner-api/program.ts'
import type { CurrentProgram, RunnerMemory } from '../world/memory.ts'
import type { Tables } from '../world/world.ts'

type ProgramRow = { applet_id: number; rev: number; doc: string }

/** The version of each Applet that new runs take. */
export function readCurrentPrograms(world: Tables): Map<number, CurrentProgram> {
  const rows = world.sql<ProgramRow>('select applet_id, rev, doc from program where current = 1')
  return new Map(rows.map(({ applet_id, rev, doc }) => [applet_id, { rev, program: upcastProgram(JSON.parse(doc)) }]))
}

/** The version that a run began with; null if it is gone. */
export function readProgram(memory: RunnerMemory, applet_id: number, rev: number): Program | null {
  const current = memory.programs.get(applet_id)
  if (current?.rev === rev) return current.program
  const [row] = memory.world.sql<ProgramRow>('select doc from program where applet_id = ? and rev = ?', applet_id, rev)
  return row ? upcastProgram(JSON.parse(row.doc)) : null
}

/** Finds the program to repeat a run: its own version where that is a draft's, else its Applet's present one. */
export function programToRepeat(
  memory: RunnerMemory,
  { applet_id, rev }: { applet_id: number; rev: number },
): CurrentProgram | null {
  const own = readProgram(memory, applet_id, rev)
  return own?.of_draft ? { rev, program: own } : (memory.programs.get(applet_id) ?? null)
}

/** Makes this the version that new runs take. Returns false, writing nothing, where it is that already. */
export function saveProgram({ world, programs }: RunnerMemory, program: Program): boolean {
  const { applet_id } = program
  const doc = JSON.stringify(program)
  const current = programs.get(applet_id)
  if (current && JSON.stringify(current.program) === doc) return false
  const rev = nextRev(world, applet_id)
  world.sql('update program set current = 0 where applet_id = ? and current = 1', applet_id)
  world.sql('insert into program (applet_id, rev, doc, current) values (?, ?, ?, 1)', applet_id, rev, doc)
  programs.set(applet_id, { rev, program })
  return true
}

/** Keeps a version that only runs which name it take. Returns its number. */
export function savePastProgram({ world }: RunnerMemory, program: Program): number {
  const { applet_id } = program
  const rev = nextRev(world, applet_id)
  world.sql(
    'insert into program (applet_id, rev, doc, current) values (?, ?, ?, 0)',
    applet_id,
    rev,
    JSON.stringify(program),
  )
  return rev
}

/** Writes this version as its run has it now. */
export function rewriteProgram(
  { world }: RunnerMemory,
  { applet_id, rev }: { applet_id: number; rev: number },
  program: Program,
): void {
  world.sql('update program set doc = ? where applet_id = ? and rev = ?', JSON.stringify(program), applet_id, rev)
}

function nextRev(world: Tables, applet_id: number): number {
  const [last] = world.sql<{ rev: number | null }>('select max(rev) as rev from program where applet_id = ?', applet_id)
  return (last?.rev ?? 0) + 1
}

/** No further run begins. Versions stay as long as runs need them. */
export function dropProgram({ world, programs }: RunnerMemory, applet_id: number): void {
  world.sql('update program set current = 0 where applet_id = ? and current = 1', applet_id)
  programs.delete(applet_id)
}

/** Deletes versions that are not current and that no stored run began with. */
export function pruneRevisions({ world }: RunnerMemory): void {
  world.sql(
    `delete from program where current = 0
     and not exists (select 1 from run where run.applet_id = program.applet_id and run.rev = program.rev)`,
  )
}

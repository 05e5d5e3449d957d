import { cancelOpenRuns } from '../../config/cancel-runs.ts'
import { resolveHeld } from '../../config/release-holds.ts'
import { readRun } from '../../read/read-run.ts'
import { replayRuns } from '../../reopen/replay-run.ts'
import { resolveUnsure } from '../../reopen/late-answers.ts'
import { runAgain, runTest } from '../../reopen/run-again.ts'
import type { RunRow } from '../../store/runs.ts'
import { encodeRunId } from '../../world/ulid.ts'
import type { Dice } from '../../../../testing/dice.ts'
import type { SimulatedRunner } from '../simulated-runner.ts'
import type { HistoryWitness } from './history-witness.ts'

type PersonsAct = 'replay' | 'replay all' | 'cancel' | 'resolve' | 'again' | 'test'

/** `safely`: what a failing disk interrupts is the person's to repeat. */
type Surroundings = {
  dice: Dice
  runner: SimulatedRunner
  witness: HistoryWitness
  safely: (work: () => unknown) => void
}

/** The user of a history, at the pages of their runs. */
export class HistoryPerson {
  readonly #in: Surroundings

  constructor(surroundings: Surroundings) {
    this.#in = surroundings
  }

  act(act: PersonsAct): void {
    const { dice, runner, witness, safely } = this.#in
    const ended = witness.runs("state in ('failed', 'unsure')")
    const open = dice.oneOf(witness.runs('ended_at is null'))
    const picked = dice.oneOf(ended)
    const any = dice.oneOf(witness.runs('true'))
    switch (act) {
      case 'replay':
        return this.#replay(picked ? [picked] : [])
      case 'replay all':
        return this.#replay(ended)
      case 'cancel':
        if (open) safely(() => this.#cancel(open))
        return
      case 'resolve':
        // A disk that fails shows no page, so nothing is answered.
        return safely(() => this.#resolve(dice.oneOf(witness.runs("state = 'unsure'"))))
      case 'again':
        return safely(() => any && runner.change((memory) => runAgain(memory, encodeRunId(any))))
      case 'test':
        return safely(() => runner.change((memory) => runTest(memory, dice.one([1, 2, 3, 4]))))
    }
  }

  /** Lets runs go on that wait since a reconnect, and mostly says what became of one that nobody is sure of. */
  answerQuestions(): void {
    const { dice, runner, witness } = this.#in
    for (const { applet_id } of witness.runs("hold = 'reconnected'"))
      runner.change((memory) => resolveHeld(memory, applet_id, 'do'))
    const unsure = dice.oneOf(witness.runs("state = 'unsure'"))
    if (dice.chance(0.5)) this.#resolve(unsure)
  }

  #cancel(run: RunRow): void {
    const { runner, witness } = this.#in
    const before = witness.far.requests.length
    runner.change((memory) => cancelOpenRuns(memory, { seqs: [run.seq] }, 'You stopped it.'))
    witness.noteCancelled(run, before)
  }

  #replay(runs: RunRow[]): void {
    const { dice, runner, witness, safely } = this.#in
    const as_it_was = dice.chance(0.5)
    for (const run of runs) witness.noteReplayed(run)
    safely(() => runner.change((memory) => replayRuns(memory, { runs: runs.map(encodeRunId), as_it_was })))
  }

  #resolve(run: RunRow | undefined): void {
    const { dice, runner, witness, safely } = this.#in
    const steps = run && readRun(runner.memory, encodeRunId(run))?.steps
    const step = steps?.find(({ kind, state }) => kind === 'action' && state === 'unsure')
    if (!run || step?.position == null) return
    const { position } = step
    const answer = dice.chance(0.5) ? 'it_did' : 'do_it_again'
    witness.noteResolved(run, position, answer)
    safely(() => runner.change((memory) => resolveUnsure(memory, encodeRunId(run), position, answer)))
  }
}

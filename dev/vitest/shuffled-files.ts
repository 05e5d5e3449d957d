import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs projects in the order of vitest.config.ts, and the files of each in a random order: files that share modules and a
 * database must not depend on each other. `--sequence.seed=…` repeats an order.
 */
export class ShuffledFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    if (files.length > 1) this.ctx.logger.log(`Order of test files: --sequence.seed=${seed}\n`)
    const place = ({ project, moduleId }: TestSpecification) => ({
      project: this.ctx.projects.indexOf(project),
      drawn: mixed(`${seed} ${moduleId}`),
    })
    const placed = files.map((file) => ({ file, ...place(file) }))
    return placed.toSorted((a, b) => a.project - b.project || a.drawn - b.drawn).map(({ file }) => file)
  }
}

/** An FNV-1a hash. */
function mixed(text: string): number {
  return Array.from(text).reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), 2_166_136_261)
}

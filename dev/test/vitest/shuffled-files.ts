import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the projects in the order of vitest.config.ts, each with its files shuffled: files that share modules and a
 * database must not depend on each other. `--sequence.seed=…` repeats an order.
 */
export class ShuffledFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    if (files.length > 1) this.ctx.logger.log(`Order of test files: --sequence.seed=${seed}\n`)
    const place = ({ project, moduleId }: TestSpecification) => ({
      project: this.ctx.projects.indexOf(project),
      drawn: hashText(`${seed} ${moduleId}`),
    })
    const placed = files.map((file) => ({ file, ...place(file) }))
    return placed.toSorted((a, b) => a.project - b.project || a.drawn - b.drawn).map(({ file }) => file)
  }
}

/** FNV-1a, which spreads texts evenly. */
function hashText(text: string): number {
  return Array.from(text).reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), 2_166_136_261)
}

import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { fileRequests, type FileRequest } from './file-requests.ts'
import { fitRequest, type Asked } from './fit-request.ts'
import type { Hole } from './fit-text.ts'

/** A request of the file that was sent, and what stood in its templates. */
export type Found = { asked: FileRequest; holes: readonly Hole[] }

/** The requests of the file that this is, several where they are the same; or what the file would not send, in words. */
export function findRequests(
  definition: ServiceDefinition,
  asked: Asked,
): { kind: 'found'; found: readonly Found[] } | { kind: 'strange'; words: string } {
  const fits = fileRequests(definition).flatMap((each) => {
    const fit = fitRequest(each, asked)
    return fit ? [{ asked: each, ...fit }] : []
  })
  const [best, ...others] = fits.toSorted(
    (a, b) => a.strange.length - b.strange.length || b.letters - a.letters || a.holes.length - b.holes.length,
  )
  if (!best) return { kind: 'strange', words: `No step of ${definition.name} asks ${asked.method} ${asked.path}.` }
  if (best.strange.length > 0) {
    const words = `No step of ${definition.name} sends ${best.strange.join(' and ')} to ${asked.method} ${asked.path}.`
    return { kind: 'strange', words }
  }
  const same = others.filter(
    ({ strange, letters, holes }) =>
      strange.length === 0 && letters === best.letters && holes.length === best.holes.length,
  )
  return { kind: 'found', found: [best, ...same] }
}

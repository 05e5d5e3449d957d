import { planSentence } from '../../../../worker/ai/planner/plan-sentence.ts'
import { knownSteps } from '../../../../worker/services/catalog/steps/known-step.ts'
import type { Proposal } from '../../../../worker/ai/steps/proposal.ts'
import { chooseSlice, type Slice } from '../../../../worker/ai/steps/slice.ts'
import { indexSteps } from '../../../../worker/services/catalog/steps/step-index.ts'
import { serviceDefinitions } from '../../../../worker/services/service-registry.ts'

/** The steps of all our services. */
export const catalogSteps = knownSteps(serviceDefinitions())

export const catalogById = new Map(catalogSteps.map((step) => [step.id, step]))

const index = indexSteps(catalogSteps)

/** The steps that fit a sentence of somebody who has connected nothing. */
export function sliceFor(sentence: string): Slice {
  return chooseSlice(index, sentence, { connected: new Set(), zone: 'UTC' })
}

/** Plans such a sentence with our own planner. */
export function planAlone(sentence: string): Proposal {
  return planSentence(sentence, sliceFor(sentence))
}

import { CLOCK_SENTENCES } from './clock-sentences.ts'
import { CONDITION_SENTENCES } from './condition-sentences.ts'
import { FOREIGN_SENTENCES } from './foreign-sentences.ts'
import { IMPOSSIBLE_SENTENCES } from './impossible-sentences.ts'
import { QUOTED_SENTENCES } from './quoted-sentences.ts'
import { SEVERAL_ACTION_SENTENCES } from './several-action-sentences.ts'
import type { Sentence } from './sentence.ts'

/** A hundred sentences in six kinds, written by somebody else than the planner, before its code. */
export const NEW_SENTENCES = {
  conditions: CONDITION_SENTENCES,
  times: CLOCK_SENTENCES,
  'quoted texts': QUOTED_SENTENCES,
  'several actions': SEVERAL_ACTION_SENTENCES,
  impossible: IMPOSSIBLE_SENTENCES,
  'other languages': FOREIGN_SENTENCES,
} satisfies Record<string, readonly Sentence[]>

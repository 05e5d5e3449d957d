import { expect, test } from 'vitest'
import type { DraftCondition } from '../../../worker/contract/drafts/draft.ts'
import { STAR } from '../fields/draft-step.fixture.ts'
import { whenInWords } from './row-words.ts'

test.each([
  ['StarredAt', 'more_than', 'Only if StarredAt is after “2026-12-24”'],
  ['StarredAt', 'is', 'Only if StarredAt is on the day “2026-12-24”'],
  ['Stars', 'more_than', 'Only if Stars is more than “2026-12-24”'],
] satisfies [string, DraftCondition['operator'], string][])(
  '%s that %s is said in its words',
  (name, operator, said) => {
    const conditions = [{ ingredient: `GitHub.newStarredRepository.${name}`, operator, value: '2026-12-24' }]
    expect(whenInWords({ kind: 'form', match: 'all', conditions }, [STAR])).toBe(said)
  },
)

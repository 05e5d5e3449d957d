import { expect, test } from 'vitest'
import { changeDraft } from './change-draft.ts'
import { changesOfDraft } from './changes-of-draft.ts'
import { draftSteps } from './draft-steps.ts'
import { EMPTY_DRAFT, type AppletDraft, type DraftStep } from './draft.ts'

function aStep<Kind extends DraftStep['kind']>(kind: Kind, slug: string, fields: Record<string, string>) {
  return { kind, key: `${kind}1`, module_name: 'acme', slug, account_slot: 0, fields, asked: [], guessed: true }
}

test('the changes of a draft make the same draft again', () => {
  const draft: AppletDraft = {
    name: 'Mine',
    steps: draftSteps({
      trigger: aStep('trigger', 'began', {}),
      queries: [aStep('query', 'asked', { of: 'me' })],
      when: { kind: 'form', match: 'all', conditions: [{ ingredient: 'Acme.began.X', operator: 'is', value: '1' }] },
      wait: 60,
      actions: [{ ...aStep('action', 'done', { text: 'Hi' }), said: { list: 'Work' } }],
    }),
    min_gap: 3600,
    quiet: { from: 1320, to: 420 },
  }
  const made = changesOfDraft(draft).reduce<AppletDraft | null>(
    (doc, change) => doc && changeDraft(doc, change),
    EMPTY_DRAFT,
  )
  expect(made).toEqual(draft)
  expect(changesOfDraft(EMPTY_DRAFT)).toEqual([])
})

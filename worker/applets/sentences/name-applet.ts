import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import { stepsOfDraft } from '../../contract/drafts/change-draft.ts'
import { codeToConditions } from '../../contract/drafts/conditions-code.ts'
import { whenOf } from '../../contract/drafts/draft-steps.ts'
import type { AppletDraft, DraftStep } from '../../contract/drafts/draft.ts'
import { proposedName } from '../../contract/sentences/proposed-name.ts'
import { findStepFile } from '../../services/find-step-file.ts'
import { ingredientsOf, stepOfFile } from './say-applet.ts'

/** The name that a draft's steps propose. Its services are loaded. */
export function nameOfDraft(doc: Pick<AppletDraft, 'steps'>): string {
  const steps = stepsOfDraft(doc)
  return proposedName(
    steps.map((step) => stepOfFile({ ...step, id: 0, fields: fixedFields(step), user_fields: {} }, null)),
    { when: whenOf(doc), ingredients: ingredientsOf(steps) },
  )
}

/** The name that an Applet's steps propose; `isPublic`: one that everyone may read. Its services are loaded. */
export function nameOfDocument({ steps }: Pick<AppletDocument, 'steps'>, isPublic = false): string {
  const ofServices = stepsOfServices(steps)
  const code = steps.find((step) => step.kind === 'filter')?.code
  return proposedName(
    ofServices.map((step) => stepOfFile({ ...step, user_fields: {} }, null)),
    {
      when: (code === undefined ? null : codeToConditions(code)) ?? { kind: 'always' },
      ingredients: ingredientsOf(ofServices),
      isPublic,
    },
  )
}

/** What its author set for everyone, with what fields have from the start. */
function fixedFields({ kind, module_name, slug, fields, asked }: DraftStep): Record<string, string> {
  const all = findStepFile({ kind, module_name, slug })?.fields ?? []
  return Object.fromEntries(
    all.flatMap((field) =>
      asked.includes(field.slug) ? [] : [[field.slug, fields[field.slug] ?? field.default_value ?? '']],
    ),
  )
}

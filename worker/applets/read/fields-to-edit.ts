import type { FieldToEdit } from '../../contract/applets/applet.ts'
import type { ServiceStep } from '../../contract/applets/applet-document.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import { findStepField } from '../../services/find-step-file.ts'
import { loadServices } from '../../services/known-services.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { LoadedApplet } from './applet-view.ts'

/**
 * The fields that a user fills in, each with its syntax and the user's own choice that it is for; without those for another choice than
 * the one that the author made.
 */
export async function fieldsToEdit(
  ctx: Ctx,
  { document, fields }: Pick<LoadedApplet, 'document' | 'fields'>,
): Promise<FieldToEdit[]> {
  const steps = stepsOfServices(document.steps)
  await loadServices(
    ctx,
    steps.map(({ module_name }) => module_name),
  )
  return fields.flatMap((field): FieldToEdit[] => {
    const [id, slug = ''] = field.key.split('.')
    const step = steps.find((each) => String(each.id) === id)
    const { shown_for: wanted, syntax = null } = (step && findStepField(step, slug)) ?? {}
    const forAny = { ...field, shown_for: null, syntax }
    if (!step || !wanted) return [forAny]
    const isAsked = Object.hasOwn(step.user_fields, wanted.field)
    if (isAsked) return [{ ...forAny, shown_for: { key: `${id}.${wanted.field}`, value: wanted.value } }]
    return ['', wanted.value].includes(fixedValue(step, wanted.field)) ? [forAny] : []
  })
}

function fixedValue(step: ServiceStep, slug: string): string {
  return step.fields[slug] ?? findStepField(step, slug)?.default_value ?? ''
}

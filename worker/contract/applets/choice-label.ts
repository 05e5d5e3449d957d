import type { FieldOption } from '../connections/service.ts'

/** The labels that live choices had when they were chosen, so that sentences do not have their ids; see `labelChoice`. */
export type ChoiceLabels = Record<string, string>

/** Characters of a label that are kept. */
export const CHOICE_LABEL_MAX = 200

/** Keeps a choice's label by its field and value: another value has no label until it is chosen too. */
export function labelChoice(field: string, { value, label }: FieldOption): ChoiceLabels {
  return { [choiceKey(field, value)]: label.slice(0, CHOICE_LABEL_MAX) }
}

function choiceKey(field: string, value: string): string {
  return `${field}=${value}`
}

/** The label of a field's value; null where nobody kept it. */
export function choiceLabel(labels: ChoiceLabels | undefined, field: string, value: string): string | null {
  const key = choiceKey(field, value)
  return labels && Object.hasOwn(labels, key) ? labels[key] || null : null
}

/** The labels of a value's choices, a line each; what is none of the options stays as it is. */
export function labelsOfChoices(value: string, options: readonly FieldOption[]): string[] {
  return value.split('\n').map((line) => options.find((each) => each.value === line)?.label ?? line)
}

/** Only the labels of these values. `nameOf`: what `labels` has a field under. */
export function labelsOf(
  labels: ChoiceLabels | undefined,
  values: Readonly<Record<string, string>>,
  nameOf = (field: string) => field,
): ChoiceLabels {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const label = choiceLabel(labels, nameOf(field), value)
      return label === null ? [] : Object.entries(labelChoice(field, { value, label }))
    }),
  )
}

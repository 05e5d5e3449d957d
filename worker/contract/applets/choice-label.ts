/** The labels that live choices had when they were chosen, so that sentences do not have their ids; see `choiceKey`. */
export type ChoiceLabels = Record<string, string>

/** Characters of a label that are kept. */
export const CHOICE_LABEL_MAX = 200

/** Names a choice by its field and value: another value has no label until it is chosen too. */
export function choiceKey(field: string, value: string): string {
  return `${field}=${value}`
}

/** The label of a field's value; null where nobody kept it. */
export function choiceLabel(labels: ChoiceLabels | undefined, field: string, value: string): string | null {
  const key = choiceKey(field, value)
  return labels && Object.hasOwn(labels, key) ? (labels[key] ?? null) : null
}

/** Only the labels of these values. */
export function labelsOf(labels: ChoiceLabels | undefined, values: Readonly<Record<string, string>>): ChoiceLabels {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const label = choiceLabel(labels, field, value)
      return label === null ? [] : [[choiceKey(field, value), label]]
    }),
  )
}

import type { AppletField } from './applet.ts'

const LONGEST = 2000

type Rules = Pick<AppletField, 'type' | 'label' | 'required' | 'default_value' | 'options'>

/**
 * The problem with a step field's value, as a sentence for the user, or null. An absent value means the field's
 * default; an empty one is empty. The page checks before it sends; the Worker decides.
 */
export function fieldProblem(field: Rules, value: string | undefined): string | null {
  const { label, required, default_value } = field
  if (value === undefined) return required && default_value === null ? `${label} can't be empty.` : null
  if (value.trim() === '') return required ? `${label} can't be empty.` : null
  if (value.length > LONGEST) return `${label} must be at most 2,000 characters.`
  return shapeProblem(field, field.type === 'textarea' ? value : value.trim())
}

function shapeProblem({ type, label, options }: Rules, value: string): string | null {
  switch (type) {
    case 'url':
      return isWebAddress(value) ? null : `${label} must be a web address, like https://example.com.`
    case 'email':
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value)
        ? null
        : `${label} must be an email address, like name@example.com.`
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? null : `${label} must be a number.`
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : `${label} must be a time, like 07:30.`
    case 'select':
      return !options || options.some((option) => option.value === value)
        ? null
        : `${label} must be one of the options.`
    case 'text':
    case 'textarea':
      return null
  }
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

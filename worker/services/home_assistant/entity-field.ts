import { field } from '../format/define-service.ts'

/** All entities, grouped by their domain; another id can be typed. */
export const entity = field('entity', 'Entity', 'select', {
  hint: 'Such as light.kitchen.',
  options: { get: '/api/states', items: '$', value: '$.entity_id', label: '$.attributes.friendly_name' },
})

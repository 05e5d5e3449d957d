import { field } from '../format/define-service.ts'

/** All entities, grouped by their domain. */
export const entity = field('entity', 'Entity', 'select', {
  hint: 'Such as light.kitchen.',
  options: {
    get: '/api/states',
    items: '$',
    value: '$.entity_id',
    label: '$.attributes.friendly_name',
    group: '{{$.entity_id | before: "."}}',
  },
})

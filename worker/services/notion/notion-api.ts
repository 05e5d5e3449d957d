export const NOTION = {
  id: 'notion',
  name: 'Notion',
  hosts: ['api.notion.com'],
  headers: { 'notion-version': '2025-09-03' },
  requests: { data_source: { get: '/v1/data_sources/{{values.database}}' } },
  // Pages with many properties are long.
  code: { max_bytes: 2 << 20 },
}

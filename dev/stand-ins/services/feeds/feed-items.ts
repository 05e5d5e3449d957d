/** The account that holds the feeds' items: one collection each, named as the feed. */
export const FEEDS = 'feeds'

/** `pushed`: it names a WebSub hub. */
export type DemoFeed = { name: string; format: 'rss' | 'atom'; title: string; description: string; pushed?: true }

export const demoFeeds: readonly DemoFeed[] = [
  { name: 'news', format: 'rss', title: 'Valley News', description: 'What happens between the two hills.' },
  { name: 'releases', format: 'atom', title: 'Engine releases', description: 'Each new version of the engine.' },
  {
    name: 'alerts',
    format: 'atom',
    title: 'Flood alerts',
    description: 'Pushed the moment they are out.',
    pushed: true,
  },
]

export function feedAddress(origin: string, { name }: DemoFeed): string {
  return `${origin}/feeds/${name}.xml`
}

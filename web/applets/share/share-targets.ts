/** The shared link and title: the Applet's full address and its name. */
export type Shared = { link: string; title: string }

type Target = { name: string; href: (link: string, title: string) => string }

/** Each network's page for sharing a link. Facebook and LinkedIn read the title from the page itself. */
const TARGETS = {
  facebook: { name: 'Facebook', href: (link) => `https://www.facebook.com/sharer/sharer.php?u=${link}` },
  x: { name: 'X', href: (link, title) => `https://x.com/intent/post?url=${link}&text=${title}` },
  linkedin: { name: 'LinkedIn', href: (link) => `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
  reddit: { name: 'Reddit', href: (link, title) => `https://www.reddit.com/submit?url=${link}&title=${title}` },
} as const satisfies Record<string, Target>

export type ShareKind = keyof typeof TARGETS
export const SHARE_KINDS: readonly ShareKind[] = ['facebook', 'x', 'linkedin', 'reddit']

/** The four social targets by kind (§2.1). */
export function shareTarget(kind: ShareKind, { link, title }: Shared): { name: string; href: string } {
  const { name, href } = TARGETS[kind]
  return { name, href: href(encodeURIComponent(link), encodeURIComponent(title)) }
}

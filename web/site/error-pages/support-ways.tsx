import { useSite } from '../site-context.tsx'

/** Where to go on from a page that cannot be shown. */
export function SupportWays() {
  const { support_url } = useSite()
  return (
    <ul className="ways-on">
      <li>
        <a href="/explore">Explore Applets and services</a>
      </li>
      {support_url && (
        <li>
          <a href={support_url}>Contact support</a>
        </li>
      )}
    </ul>
  )
}

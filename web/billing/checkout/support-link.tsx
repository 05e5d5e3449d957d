import { useSite } from '../../site/site-context.tsx'

/** Where no form can have been filled in wrongly, the help prompt of §2.3 has nothing to say; support is still there. */
export function SupportLink() {
  const { support_url } = useSite()
  return support_url ? (
    <p className="help">
      <a href={support_url}>Contact support</a>
    </p>
  ) : null
}

/** The 404 page (design §3.1). */
export function Page() {
  return (
    <div className="message-page">
      <h1>This page does not exist</h1>
      <p>The address may be mistyped, or what was here is gone.</p>
      <p>
        <a href="/explore">Explore Applets and services</a>
      </p>
    </div>
  )
}

/** Everything that a card of a chat may have, with the first value of a web request. */
export const TEA_CARD = {
  message: 'Tea: {{Value1}}',
  title: 'Kitchen',
  image_url: 'https://tea.example/tea.png',
  link: 'https://tea.example',
  link_text: 'Pour',
}

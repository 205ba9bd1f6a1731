import { secondMs } from '@signet/contract/time'
import { pageOf, type FakeProvider, type Listing } from './fake-provider.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const html = (body: string) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!DOCTYPE html>\n<html><head><meta charset="utf-8"><script>if (1 < 2) var a = "<div>";</script></head><body>${body}</body></html>`,
})

function message(username: string, { id, text, link, phone, at }: Listing): string {
  const view = Buffer.from(JSON.stringify({ c: -Number(id), p: 4, t: 1_790_000_000, h: 'f' })).toString('base64url')
  const anchor = link === null ? '' : `<br/><a href="${escaped(link)}" target="_blank" rel="noopener">here</a>`
  const tag = '<a href="?q=%23bank">#bank</a>'
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap">
    <div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="${username}/4" data-view="${view}">
      <div class="tgme_widget_message_text js-message_text" dir="auto">${escaped(text)} ${phone ?? ''}${anchor} ${tag}</div>
      <a class="tgme_widget_message_date" href="https://t.me/${username}/4"><time datetime="${at}" class="time">08:00</time></a>
    </div></div>`
}

function channel(username: string, listing: Listing, hasTitle: boolean): string {
  const { id, name, text, followers, isVerified } = listing
  const label = isVerified ? '<i class="verified-icon"> ✔</i>' : ''
  const title = `<div class="tgme_channel_info_header_title"><span dir="auto">${escaped(name)}</span>${label}</div>`
  return `<div class="tgme_channel_info">
    <div class="tgme_channel_info_header">
      <i class="tgme_page_photo_image bgcolor5"><img src="https://pictures.test/${id}.jpg"></i>
      ${hasTitle ? title : ''}
      <div class="tgme_channel_info_header_username"><a href="https://t.me/${username}">@${username}</a></div>
    </div>
    <div class="tgme_channel_info_counters">
      <div class="tgme_channel_info_counter"><span class="counter_value">${followers}</span> <span class="counter_type">subscribers</span></div>
      <div class="tgme_channel_info_counter"><span class="counter_value">3</span> <span class="counter_type">photos</span></div>
    </div>
    <div class="tgme_channel_info_description">About us: ${escaped(text)} <a href="https://t.me/${username}/1">rules</a></div>
  </div>
  <section class="tgme_channel_history js-message_history">${message(username, listing)}</section>`
}

/** The previews of public channels; other names lead to a page that offers to open the app. */
export const fakeTelegramPreview: FakeProvider = ({ path }, world) => {
  const [, username] = /^\/s\/([a-z]\w{4,31})$/i.exec(path) ?? []
  if (username === undefined) return { status: 404, body: '' }
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const seconds = Math.round((world.freeAt.getTime() - Date.now()) / secondMs)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: '' }
  }
  if (world.manner === 'changed') return html('<div id="app"></div>')
  if (username === 'telegram') {
    return html('<div class="tgme_channel_info"><div class="tgme_channel_info_header_title">Telegram News</div></div>')
  }
  const [listing] = pageOf(world, username, 0, 1).listings
  if (!listing) return { status: 302, headers: { location: `https://t.me/${username}` }, body: '' }
  return html(channel(username, listing, world.manner !== 'malformed'))
}

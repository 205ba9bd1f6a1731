import { normaliseName } from '../names/normalise-name.ts'
import { isFreeHosting, isSharingSite, isTrustedParent } from '../score/reputation.ts'
import { splitName } from '../names/split-name.ts'

/** Platforms, shops, file and address services that many people use: only single pages of them are bad. */
const sharedSites = new Set(
  `youtube.com youtu.be instagram.com tiktok.com threads.net snapchat.com discord.com discord.gg discordapp.com twitch.tv vk.com ok.ru
  weibo.com qq.com line.me wechat.com telegram.org telegram.dog signal.org viber.com medium.com substack.com vimeo.com dailymotion.com
  rumble.com spotify.com soundcloud.com bit.ly tinyurl.com t.co goo.gl is.gd ow.ly buff.ly cutt.ly rebrand.ly rb.gy shorturl.at tiny.cc
  t.ly linktr.ee beacons.ai dropbox.com wetransfer.com we.tl mega.nz mediafire.com scribd.com issuu.com slideshare.net docdroid.net
  pastebin.com notion.so canva.com typeform.com jotform.com surveymonkey.com forms.gle apple.com amazon.com ebay.com etsy.com
  aliexpress.com alibaba.com play.google.com bitbucket.org sourceforge.net codepen.io gitee.com paypal.com eventbrite.com meetup.com
  indeed.com glassdoor.com xing.com baidu.com yandex.ru yandex.com naver.com wikipedia.org`.split(/\s+/),
)

/** What can be blocked of a place; null for a part that would block too much or can't be listed. */
export interface BlockNames {
  /** ASCII (Punycode), lower case; names below it belong to the same owner. */
  host: string | null
  /** An http or https address, WHATWG URL without credentials and fragment. */
  url: string | null
}

/** A host name as in RFC 1123, section 2.1, with the underscore that some DNS names have. */
const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/** The longest address that browsers and proxies commonly handle, and that fits into an index. */
const urlLengthMax = 2000

/**
 * The host and the address that a block list may contain for a threat.
 *
 * A host is listed if the threat is the host itself, or if its name imitates the brand. Somebody else's site with one bad page is only
 * listed by the address of that page. Suffixes, platforms, delivery networks and IP addresses are never listed as hosts.
 *
 * @param place domain, host or address as written in the feed
 * @param findingClass a `FindingClass`, or a later one; null if nobody compared it with the brand
 */
export function blockNamesOf(place: string, findingClass: string | null): BlockNames {
  const name = normaliseName(place)
  if (!name) return { host: null, url: null }
  const isHostBad = !name.isAddress || (findingClass !== null && findingClass !== 'lure-url')
  const isUrl = name.isAddress && /^https?:/.test(name.address) && name.host.includes('.')
  return {
    host: isHostBad && hasOneOwner(name.host) ? name.host : null,
    url: isUrl && name.address.length <= urlLengthMax ? name.address : null,
  }
}

function hasOneOwner(host: string): boolean {
  if (!hostName.test(host)) return false
  const { registrable, hostedAt } = splitName(host)
  if (registrable === '' || hostedAt === host || isFreeHosting(host)) return false
  return (
    hostedAt !== '' || !(isTrustedParent(registrable) || isSharingSite(registrable) || sharedSites.has(registrable))
  )
}

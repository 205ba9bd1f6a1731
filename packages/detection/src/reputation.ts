/** Registrable domains whose host names repeat other people's names by design: content delivery, name service, mail. */
const trustedParents = new Set(
  `akadns.net akadns6.net akam.net akamai.com akamai.net akamaiedge.net akamaized.net akamaihd.net akamaitechnologies.com
  edgekey.net edgesuite.net globalredir.akadns.net srip.net cloudflare.net cloudflare.com
  cloudflaressl.com cdn.cloudflare.net cdn77.org cdn77.net cdngslb.com cdnetworks.net cdngc.net fastly.net fastlylb.net
  llnwd.net llnwi.net limelight.com lldns.net footprint.net edgecastcdn.net edgecastdns.net v0cdn.net systemcdn.net
  trafficmanager.net msedge.net mcas.ms azurefd.net azure-dns.com office.net office.com outlook.com microsoft.com windows.net
  amazonaws.com cloudfront.net awsglobalaccelerator.com awsdns.com google.com googleapis.com googlehosted.com
  googleusercontent.com gvt1.com facebook.com fbcdn.net fbsbx.com impervadns.net incapdns.net ultradns.net nsone.net
  dynect.net b-cdn.net cdn20.com wscdns.com wsglb0.com wsdvs.com lxdns.com chinacache.net ccgslb.com ccgslb.net
  kunlunca.com kunluncan.com kunlunaq.com alikunlun.com alicdn.com aliyuncs.com aliyun.com tbcache.com bdydns.com bdydns.net
  tdnsv5.com tdnsv6.com dnsv1.com cdntip.com tencent.com tencentcs.com myqcloud.com qcloud.com huaweicloud.com hwclouds-dns.com
  ksyuncdn.com ksyunv5.com in-addr.arpa ip6.arpa arpa proofpoint.com mimecast.com
  okta.com onelogin.com zendesk.com salesforce.com force.com service-now.com adobedtm.com demdex.net omtrdc.net 2o7.net
  doubleclick.net eloqua.com exacttarget.com marketo.com mktoedge.com sendgrid.net mailchimp.com qualtrics.com
  appsflyer.com appsflyersdk.com branch.io adjust.com tealiumiq.com wikipedia.org
  github.com gitlab.com atlassian.net atlassian.com linkedin.com netflix.com nflxvideo.net yahoodns.net spamhaus.org`.split(
    /\s+/,
  ),
)

/** Sites that people share addresses on: a client's address in their query is everyday traffic. */
const sharingSites = new Set(
  `facebook.com twitter.com x.com linkedin.com reddit.com pinterest.com google.com bing.com duckduckgo.com yahoo.com t.me
  telegram.me whatsapp.com wa.me archive.org web.archive.org tumblr.com ycombinator.com virustotal.com urlscan.io`.split(
    /\s+/,
  ),
)

/** Suffixes only a state, a school of record or the military gets. */
const closedSuffix = /(?:^|\.)(?:gov|edu|mil|arpa|int|museum|bank|insurance|ac|nhs|police)(?:\.[a-z]{2})?$/

/** Suffixes with much abuse for their size, as yearly abuse reports of registries and blocklists agree on. */
const riskySuffixes = new Set(
  `tk ml ga cf gq top xyz icu cyou sbs cfd bond click link live online site website space store shop club vip fun monster
  buzz rest quest beauty hair skin makeup mom lol autos boats homes yachts motorcycles info biz pw cc ws su work
  support help services center app dev page finance cash money fund market exchange trade trading network win bid loan
  date racing review stream download gift gifts zone world today life digital email host press pro ru cn co io me
  wtf pics cam bar best one run surf casa uno ltd asia mobi tech agency solutions systems social media fit`.split(
    /\s+/,
  ),
)

/** True for delivery networks, name services and the like, whose host names carry their customers' names. */
export function isTrustedParent(registrable: string): boolean {
  return trustedParents.has(registrable) || registrable.endsWith('-msedge.net')
}

/** True for a site on which sharing an address is normal. */
export function isSharingSite(registrable: string): boolean {
  return sharingSites.has(registrable)
}

/** True for a suffix that is not sold to everyone, e.g. `gov`, `gov.uk`, `edu.au`. */
export function isClosedSuffix(suffix: string): boolean {
  return closedSuffix.test(suffix)
}

/** True for a suffix with more than its share of abuse, e.g. `xyz`, `top`. */
export function isRiskySuffix(suffix: string): boolean {
  return riskySuffixes.has(suffix)
}

const freeHosting = new Set(
  `000webhostapp.com weebly.com wixsite.com square.site godaddysites.com webflow.io hstn.me wordpress.com blogspot.com
  glitch.me repl.co replit.app firebaseapp.com web.app pages.dev workers.dev netlify.app vercel.app herokuapp.com
  github.io gitlab.io surge.sh onrender.com duckdns.org ddns.net no-ip.org hopto.org zapto.org sytes.net serveo.net
  ngrok.io trycloudflare.com mystrikingly.com yolasite.com jimdosite.com jimdofree.com webnode.com ucoz.ru
  ucoz.net my.id byethost.com epizy.com infinityfreeapp.com rf.gd 42web.io great-site.net translate.goog
  sites.google.com ipfs.dweb.link dweb.link cprapid.com plesk.page hostingerapp.com myshopify.com typedream.app framer.website
  framer.app carrd.co notion.site gitbook.io blogspot.co.uk altervista.org`.split(/\s+/),
)

/** True for a place where anyone gets a name for nothing, by its private suffix or registrable domain. */
export function isFreeHosting(parent: string): boolean {
  return freeHosting.has(parent)
}

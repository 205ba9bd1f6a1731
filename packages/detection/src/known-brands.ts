const names = `
accenture activision adidas adyen aeon airtel akamai alibaba alicloud alipay aliyun allegro allianz amadeus amazon amazonaws
amex aramex asana asus atlassian autodesk avast axa azure baidu banorte barclays bbva bestbuy bethesda bforbank binance
bitbucket bitfinex bitget bitmart bitpanda bitstamp blizzard bloomberg boohoo booking box brex bsnl bybit canon canva capcut
capitalone carrefour cashapp chase chronopost cigna cisco citibank citrix cloudflare cnn coincheck coingecko coinmarketcap
colgate combank comcast correios correo correos costco coursera cpanel cryptocom dailymotion databricks deezer dell deloitte
deutschebank discover disney docker doordash dpd dropbox duolingo ebay ecobank elastic epson ericsson erste etoro etsy
evernote evri expedia facebook fidelity figma firefox fiverr flipkart flixbus fujitsu gemini github gitlab gitkraken gls gmail
godaddy google grab groupon gucci hdfc heroku hermes hicloud hilton hinge hitachi honda honeywell hootsuite hotmail
hsbc huawei hubspot hulu icici ikea imdb indeed infosys ing inpost instacart intel interactivebrokers intesa intuit itau
jdcloud jio klarna kpmg kucoin lazada ledger lenovo lidl linkedin linode lloyds lufthansa lyft mailchimp marriott
mastercard mcafee mcdonalds mediafire mercadolibre mercari messenger meta metamask metro mexc microstrategy minecraft monday motorola
mozilla myspace nasdaq natwest netflix netgear netlify nike nintendo nokia nordea nordvpn norton notion nubank nvidia okx openai
opensea oracle orange outbrain outlook oyo paypal paypay paytm payoneer payu pepsi phantom philips pinduoduo pinterest
playstation postbank postfinance postnl postnord prada privat purolator qcloud qualcomm quickbooks quora rabobank rapid
razer reddit redhat renault revolut ripple roblox robinhood roku rolex ryanair salesforce samsung santander sberbank sephora
sendgrid shein shopee shopify shopware siemens skype skyscanner slack snapchat sofi sony soundcloud spacex squarespace
starbucks steam stripe subway supreme swatch swedbank swiggy taobao target tcloud telegram telekom telenor tencent tesla
tiktok tinder tmall tmobile toyota transferwise trello trezor tripadvisor trustpilot tumblr twilio twitch uber
ubisoft udemy unilever uniswap ups usps vercel vimeo vinted visa vivo vmware vodafone volkswagen volvo walmart
wayfair webex wechat weibo wellsfargo westernunion wikipedia wise wix wordpress workday worldpay xbox xero xfinity xiaomi
yandex yelp youtube zalando zapier zara zelle zendesk zillow zomato zoom zynga anpost finance spectrum ticketmaster
microchip micron microstrategy epicor appleton applebees airasia airtable  nextcloud
owncloud pcloud cloudfront interpol intercom
`

/**
 * Well-known names that clients have usually not configured, lower case.
 *
 * A name that fits one of them exactly is about that brand, and not a misspelling of another (`paypay` against `paypal`).
 */
export const knownBrands: ReadonlySet<string> = new Set(names.split(/\s+/).filter((name) => name !== ''))

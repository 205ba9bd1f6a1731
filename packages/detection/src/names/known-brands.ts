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
owncloud pcloud cloudfront interpol intercom lacoste
airfrance albertsons alcatel aldi alfaromeo alstom amcor amgen aramco arcelormittal armani astrazeneca astonmartin auchan
audi autozone aviva bacardi bayer bentley berkshire biogen blackrock blackberry boeing bombardier bosch bridgestone bulgari burberry
cadillac calvinklein capgemini cargill carlsberg cartier casio caterpillar celine chanel chevrolet chevron chipotle chrysler clarins
cloudera cognizant comerica conoco continental corning coty credit suisse cummins daewoo daikin daimler danone dassault decathlon
delonghi deutschepost diageo dior dolce douglas dyson easyjet edeka electrolux emirates enel engie equifax esso etihad exelon
experian exxon exxonmobil farmers ferrero fiat firestone fiserv foxconn fox generali genentech gillette glencore goodyear
goldman gopro gsk guess halliburton hasbro heineken heinz henkel hersheys hisense hobbylobby hoover hublot hyatt hyundai iberia
iberdrola infineon instructure intuitive isuzu jaguar johnnie juniper kawasaki kelloggs kenwood kering kfc komatsu konica kraft
kroger kubota kyocera lamborghini lancome lego leica lenovo lexus linde loreal louisvuitton lowes lukoil lukas maersk magellan
marlboro maserati mattel mazda mercedes merck metlife michelin mitsubishi moderna mondelez motorola nespresso nestle newegg nissan
novartis novonordisk olympus omega opel oppo oneplus palantir panasonic patagonia paramount peugeot pfizer pirelli pixar polaroid
porsche primark progressive prudential puma qantas qnap rakbank reebok repsol ricoh rimowa roche rossmann rubrik ryobi saab sainsburys
sanofi saucony scania seagate sega seiko sennheiser sharp shell shiseido siemens skoda smartsheet snowflake sodexo splunk sprint stellantis
subaru suntory suzuki synology tagheuer takeda teslamotors textron thales timberland tissot tommy toshiba totalenergies tupperware
unicef uniqlo unicredit vans verisign versace viacom victorinox vodacom waitrose walgreens warnerbros westpac whirlpool xbox xerox yamaha
yokohama yves zeiss zurich zynga
`

/**
 * Well-known names that clients have usually not configured, lower case.
 *
 * A text that equals one of them refers to that brand and isn't a misspelling of another (`paypay` against `paypal`).
 */
export const knownBrands: ReadonlySet<string> = new Set(names.split(/\s+/).filter((name) => name !== ''))

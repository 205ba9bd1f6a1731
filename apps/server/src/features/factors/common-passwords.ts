/*
 * The most common passwords of at least twelve characters, in lower case. Some are written manually, following the habits that every
 * published list shows (keyboard runs, doubled words, a word and a year); the others are generated from the same habits.
 */

const written = `
  123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 123123123123 123412341234 112233445566
  111111111111 000000000000 121212121212 123321123321 123456123456 123456654321 987654321098 098765432109 098765432100
  012345678901 0123456789012 0123456789ab 147258369147 147258369000 159753159753 789456123000 101010101010 999999999999
  aaaaaaaaaaaa abababababab abcabcabcabc abcdabcdabcd abcdefghijkl abcdefghijklm abcdefghijklmnop abcd12345678 abc123456789
  abcdef123456 abcdefg12345 a1b2c3d4e5f6 a123456789012 aa1234567890 123456abcdef 123456789abc 1234567890ab 1234567890abc
  1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc zaq12wsxcde3 qazwsxedcrfv
  q1w2e3r4t5y6 q1w2e3r4t5y6u7 qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertyuiopas qwertyuiopasdf qwertyuiopasdfghjkl
  qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwertyqwerty qwertyuiop1234 qwert12345678 qweasdzxc123
  qwe123qwe123 qweqweqweqwe asdfghjkl123 asdfghjkl1234 asdfasdfasdf asdfghjklzxcvbnm asdfghjkl;'\\ zxcvbnm12345 zxcvbnm123456
  zxcvbnmasdfghjkl poiuytrewq12 1234qwerasdf 1234qwer1234 qwer1234asdf qwer1234qwer asdf1234asdf
  password1234 password12345 password123456 password1234567 password12345678 password123456789 passwordpassword
  password0000 password1111 password2020 password2021 password2022 password2023 password2024 password2025 password2026
  password123! password1234! password@123 password@1234 password#123 p@ssw0rd1234 p@ssword1234 p@ssw0rd123! passw0rd1234
  pa$$word1234 mypassword12 mypassword123 newpassword1 newpassword123 changepassword changemenow1 changeme1234 changeme12345
  changemeplease letmein12345 letmein123456 letmeinplease letmeinletmein welcome12345 welcome123456 welcome@1234 welcome2024!
  welcome2025! welcome2026! welcomewelcome iloveyou1234 iloveyou12345 iloveyouiloveyou iloveyouforever iloveyousomuch
  administrator administrator1 administrator123 admin1234567 admin12345678 adminadmin12 adminadminadmin admin@123456
  superadmin123 supersecret1 supersecret123 secretsecret secretpassword trustno1trustno1 correcthorsebatterystaple
  football1234 football12345 baseball1234 basketball12 basketball123 superman1234 batman123456 dragon123456 monkey123456
  master123456 shadow123456 sunshine1234 sunshine12345 princess1234 princess12345 michael12345 liverpool123 liverpool1234
  manchesterunited chelsea12345 arsenal12345 barcelona123 pokemon12345 starwars1234 computer1234 internet1234 samsung12345
  google123456 facebook1234 whatever1234 nothing12345 iamthebest123 godisgreat123 jesuschrist1 jesusislord1 testtesttest
  test12345678 testpassword testing12345 temppassword temporary123 defaultpassword securepassword strongpassword
  bankpassword banking12345 summer2024!! summer2025!! summer2026!! winter2024!! winter2025!! winter2026!! spring2026!!
`

/** Beginnings of passwords: the words of every list of the most common ones. */
const stems = `
  password passw0rd p@ssword p@ssw0rd pa$$word passwort welcome welcome1 letmein changeme qwerty qwertyuiop qwertz azerty asdfgh
  asdfghjkl zxcvbn zxcvbnm 1q2w3e4r 1qaz2wsx qazwsx q1w2e3r4 abc123 abcdef abcd1234 iloveyou ilovey0u monkey dragon sunshine princess
  football baseball basketball superman batman master shadow michael jordan jennifer hunter michelle charlie thomas robert jessica
  daniel ashley andrew joshua matthew nicole pepper ginger cookie summer winter spring autumn january february march april june july
  august september october november december monday friday sunday london berlin paris madrid liverpool arsenal chelsea barcelona
  realmadrid juventus manchester pokemon starwars naruto minecraft computer internet samsung google facebook instagram whatsapp admin
  administrator root superuser user guest default temp temporary testing test secret security login access office company business
  freedom forever lovely family friends flower butterfly angel heaven diamond silver golden purple orange banana cheese chocolate
  whatever nothing killer trustno1 blink182 mustang ferrari porsche mercedes yamaha harley soccer tennis hockey cricket pass
`

/** Endings that make a word long enough. */
const tails = `
  1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 ! 1! 12! 123! 1234! 12345! 123456! !! !!! @1 @12 @123 @1234 @12345
  #1 #123 #1234 _123 _1234 .123 .1234 0 00 000 0000 00000 007 01 11 111 1111 11111 111111 21 22 222 2222 69 77 777 7777 88 888 8888 99
  999 9999 1q2w3e 1q2w3e4r abc abc123 qwerty admin
`

const yearFirst = 1960
const yearLast = 2035
const lengthMin = 12

/** Every common password of at least twelve characters, in lower case; some thousands. Generated anew at each call. */
export function* commonPasswords(): Generator<string> {
  yield* wordsOf(written)
  const years = Array.from({ length: yearLast - yearFirst + 1 }, (_year, index) => String(yearFirst + index))
  const ends = [...wordsOf(tails), ...years, ...years.flatMap((year) => [`${year}!`, `@${year}`])]
  for (const stem of wordsOf(stems)) {
    for (const long of [stem + stem, stem + stem + stem]) if (long.length >= lengthMin) yield long
    for (const end of ends) if (stem.length + end.length >= lengthMin) yield stem + end
  }
}

const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? []

/**
 * Common words in domain names, selected manually: the words of labels that imitate no brand.
 *
 * They explain near matches (`apply` is a word, not a misspelled `apple`) and show which brand names are themselves words.
 */
const words = `
about above abroad academic academy accent access account acme across act action active activity adapt add address adept
admin advance advanced adventure advice advisor affair after again age agency agenda agent agile agro ahead aid air
airport alarm album alert all alliance alpha also alpine always amazing amber america american among ample anchor angel
animal annual answer antique any apart apartment apparel appeal applied apply appliance appliances approach april aqua arc
arcade arch archive area arena argument arm army aroma around arrow art artist arts asia ask asset assets assist atlas
attack auction audio audit august aunt author auto autumn available avenue avid award aware away axis baby back bag bake
baker bakery balance ball band bank banks bar bare barn base basic basket bath battle bay beach bean bear beard beat beauty
bed bee beer before begin bell below belt bench benefit best bet better beyond bicycle big bike bill bird birth bit bite
black blade blank blast blend bless blind block blocks blog blogs blonde blood bloom blue board boat body bold bolt bond
bone book booking books boost boot border born boss both bottle bottom bow bowl box boxes boy brain branch brand brands brave
bread break breath brick bride bridge brief bright bring britain british broad broker brother brown brush bubble bucket bud
budget build builder building built bull bus business busy butter button buy buyer buzz cab cabin cable cafe cake call camp
camping campus can candle candy canvas capital car carbon card care career cargo carpet carrier carry cars cart case cash
casino cast castle cat catalog catch category cause cave cell cent center central century certificate chain chair challenge
champion chance change channel chapel chapter character charge charity charm chart chase chat cheap check cheese chef
chemical cherry chess chest chicago chicken chief child children china chip choice choose church cinema circle circus city
civic claim class classic classroom clay clean cleaner cleaning clear clever click client clients climate clinic clip clock
close closet cloth clothing cloud clouds club coach coast coat code coffee coin cold collect collection college color colour
column combat combine combo come comedy comfort comic command comment commerce common commons community company compare
compass complete computer concept concert concrete condo conference connect connection construction consult consulting
consumer contact content contest control convert cook cookie cooking cool copper copy coral core corner corporate cosmetic
cosmic cost cottage cotton council count counter country county couple coupon courage course court cover cowboy craft crash
crazy cream create creative credit creek crew cricket critter cross crowd crown cruise crush crypto crystal cube culture cup
cure curious custom cut cute cyber cycle dad daily dairy dance danger dark dash data database date dating day days dead deal
dealer dear debt decade deck decor deep deer delta deluxe demo denim dental dentist depot desert design designer designs
desk destiny detail develop developer device diamond diary dictionary diesel diet dig digital dinner direct directory dirt
disc discard discount discover discovery dish disco display distance distant district dive dock doctor doctors document dog
dogs doll dollar dolphin domain dome door double down downtown dragon drama draw dream dreams dress drink drive driver drop
drug dry duck dust duty eagle early earn earth east easy eat echo eclipse eco ecology edge edit edition editor education
effect egg elder elect electric electronic element elephant elite else ember emerald emergency empire employ empty end
energy engine engineer english enjoy enter enterprise entertainment epic equal equipment equity escape essay essence
essential estate eternal ethic europe event events ever evergreen every evolution exact exam example excel exchange exotic
expand expert experts explore explorer export expo express extra extreme eye fabric face fact factor factory fair faith
falcon fall family famous fan fancy fans fantasy far farm farmer fashion fast father favor feast feather feature feed feel
fence fest festival field fiesta fight figure film filter final finance find fine finger finish fire firm first fish fishing
fit fitness five fix flag flame flash flat fleet flex flight flip float flood floor flora florist flow flower flowers fluid
fly focus fold folk follow food foods foot football force forest forever forge form formula fort fortune forum forward
foundation fountain fox frame france free freedom freight french fresh friend friends frog front frost fruit fuel full fun
fund funding funny fur furniture fusion future gadget gain galaxy gallery game gamer games gaming gap garage garden gardens
gas gate gateway gather gear gem general genius gentle german get ghost giant gift girl give glad glass global globe glory
glow goal gods gold golden golf good goods grace grade grain grand grant grape graph graphic grass gray great greek green
greenhouse grey grid grill grip grocery ground group grove grow growth guard guest guide guild guitar gulf guru gym hair half
hall hammer hand handle happy harbor hard hardware harvest hat hats haven head heal health healthy heart heat heaven heavy
hello help hemp hen her herb heritage hero hidden high highland hike hill hills history hit hive hobby hockey hold holiday
hollow holy home homes honest honey hood hook hope horizon horse hospital host hosting hot hotel hour house houses housing
hub human hunt hunter hunting hybrid ice icon idea ideal image imagine impact import improve inbox income index india indian
indigo indoor industry infinite infinity info ink inn inner innovate insight inspire install instant institute insurance
intelligence inter interact interaction interactive interest interim interior interiors internal international internet
interval interview invest investor iron island issue item ivory jacket jam jazz jersey jet jewel jewelry job jobs join joke
journal journey joy judge juice jump jungle junior just justice keen keep key kick kid kids kind king kingdom kit kitchen
kiwi knife knight knock know knowledge lab label labor labs lady lake lamp land landing landscape lane language large laser
last late latin laugh laundry law lawn lawyer layer lead leader leaf league learn learning lease leather legacy legal legend
lemon lens less lesson letter level liberty library licence life lift light lighting lights like lily lime limit line linear
link lion liquid list listen little live living load loan loans lobby local lock locker lodge log logic logistics long look
loop lotus loud lounge love low loyal luck lucky lumber lunch lux luxury machine mad magazine magic magnet mail main maison
major make maker man manage management manager map maple marathon marble march marina marine mark market marketing markets
marriage mart mask mass massage master match material matrix matter max maximum meadow meal mean meat media medical medicine
meet meeting mega member memory men mental menu merchant mercy metal meter method metro mexico micro microphone middle
midnight might mile military milk mill mind mine miner mini mining minister minor mint miracle mirror mission mix mobile
mobility mode model modern mold moment monday money monitor monster month moon more morning mortgage motel mother motion
motor mountain mouse mouth move movie movies moving much museum music musical mustang mutual mystery mystic name nano narrow
nation national native natural nature navy near neck need nest net network neutral new news next nice night noble node noise
nomad north nose note notebook nova novel now number nurse nursery nursing nutrition oak oasis object ocean off offer office
officer official oil old olive olympic omega one online only onyx open opera optic option orange orbit orchard orchid order
organ organic orient origin original oscar other outdoor outfit outlet outlook output outside over owl own owner oxygen pace
pacific pack package pad page paint painting pair palace palm pan panda panel paper paradise parent park parking part
partner partners parts party pass passage passion past pasta patch path patient patio pattern pay payment peace peach peak
pearl pen people pepper perfect perform perfume person personal pet pets phantom pharma pharmacy phase phoenix phone photo
photography physical piano pick picnic picture piece pilot pin pine pineapple pink pioneer pipe pirate pizza place plain plan
planet planner plant plants plastic plate platform play player plaza please pleasure plumbing plus pocket podcast poem point
polar pole police policy polish polo pond pool pop port portal portfolio portrait positive post poster pot potato pottery
pound power practice prairie precious premier premium presence present press pressure prestige pretty price pride prime
prince princess print printer printing private prize pro process produce producer product production products profile profit
program project projects promise promo promotion proof proper property protect protection proud provider public publish pulse
pump punch puppy pure purple purpose push puzzle quality quantum quarter queen quest question quick quiet quilt quote race
racing radar radio rail rain rainbow raise ranch random range rapid rare rate raven ray reach reaction read reader ready real
realestate reality realm realty reason recipe record recycle red reef reform refresh region regional relax release relief
remote remove renew renewal rent rental rentals repair report republic rescue research reserve resort resource response rest
restaurant result resume retail retreat return reverse review reviews revolution rhythm rice rich ride rider right ring rise
river road robot rock rocket roll roman romance roof roofing room root rope rose rough round route routine royal royalty
rubber ruby rugby rule run runner rural rush saddle safari safe safety sage sail saint salad sale sales salmon salon salt same
sample sand sapphire satin sauce save savings scale scene school science scoop scope score scout scrap screen script sea seal
search season seasons seat second secret section sector secure security seed select self sell seller senior sense sensor
september series serve server service services session set seven shade shadow shadows shape share shark sharp shed sheep
sheet shelf shell shelter shift shine ship shipping shirt shoe shoes shoot shop shopping shore short shot should show shower
shuttle side sigma sign signal signs silent silk silver simple simply singer single sister site six size skate ski skill skin
sky slate sleep slice slim slip slot slow small smart smile smoke smooth snack snow soap soccer social society sock soft
software soil solar soldier solid solution solutions some song sonic soul sound soup source south southern space spain spark
sparkle speak special speech speed spell spice spider spin spirit split sport sports spot spray spring square squad stable
stack staff stage stamp stand standard star stars start startup state station status stay steak steam steel step stick still
stock stone store storage stories storm story strategy straw stream street strength stress strike string strong structure
student studio studios study stuff style success sugar suit suite summer summit sun sunday sunny sunrise sunset super
superior supply support sure surf surface surgery survey sushi sustain sweet swift swim swimming swing swiss switch sword
symbol sync synergy system systems table tactical tail take talent talk tango tank target task taste tattoo tax taxi tea
teach teacher team tech technical technology teen telecom telephone tell temple ten tennis tent term terrace test textile
thank that the theater theatre theme therapy thermal thing think third this thread three thrive through thunder ticket tickets
tide tiger tile timber time times tiny tip tire title toast today together token tomato tone tool tools tooth top topic
torch total touch tough tour tourism tours towel tower town toy toys track tracker trade trader trading tradition traffic
trail trailer train trainer training transfer transit translate transport trap travel treasure treat treatment tree trees
trek trend trends tribe tribune trick trio trip triple trophy tropical truck true trust truth tube tuning tunnel turbo turf
turkey turn tutor twelve twin twist two type typical ultimate ultra umbrella uncle under unicorn uniform union unique unit
united unity universal universe university up upper urban use used user vacation valet valley value van vanilla vape vault
vector vegan vehicle velvet venture venue verse version vertex vertical very vet veteran vibe victor victory video view villa
village vine vineyard vintage vip virtual vision visit visual vital vita vivid vocal voice volt volume voyage wagon walk wall
wallet wander want war ward warehouse warm warrior wash watch water wave way wealth wear weather web website wedding week
weekend weight welcome well wellness west western wet whale wheat wheel white whole wide wild wilderness win wind window
windows wine wing wings winner winter wire wisdom wise wish with wizard wolf woman women wonder wood woods wool word work
worker works workshop world worth wrap writer writing yacht yard year yellow yes yoga young your youth zebra zen zero zone zoo
alabama alaska arizona california carolina colorado dakota florida georgia hawaii idaho illinois indiana iowa kansas kentucky
maine maryland michigan nevada ohio oklahoma oregon texas utah vermont virginia wisconsin africa australia austria berlin
boston brazil canada dallas denver dublin dubai england geneva hamburg houston ireland israel italy japan jordan korea krakow
london madrid malta miami milan moscow munich norway orlando oslo paris poland prague rome russia saigon sweden sydney tampa
tokyo toronto turin vegas venice vienna warsaw zurich adam alex alice amanda andrew anna barbara brian carol charles chris
daniel david diana edward elena emily emma eric frank george grace hanna helen henry ivan jack jackson jacob james jane jason
jessica john jones joseph julia karen kate kevin laura leon linda lisa louis lucas lucy luke maria marie mario martin mary
mason matthew maya michael mike nathan nicole oliver oscar patrick paul peter rachel richard robert robin ryan sam samuel
sandra sara sarah scott simon smith sofia sophia stella stephen steve susan taylor thomas tony victoria wilson
casa maison aposta apostas banco bella belle bon buena carta centro chez cine clinica con costa della dental design dolce
dom eco ecole escuela espace estudio femme festa forma foto fotos grande haus hotel jardin juego juegos las les los luna mar
mercado moda monde mundo nova ohne petit por posta punto reise ritmo santa sante sol tienda una verde vida vie viva vivo yoga
del der des die das den und och med fur mit von per und vor
`

/** Ordinary words in lower case. */
export const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word.length >= 2))

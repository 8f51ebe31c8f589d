//! Letters as the demo hotels would write them.

use letter::{Bill, BillLine, Cancellation, Direction, Fact, Letter, Numerals, Paper, Passage, Room, Sender};

fn fact(label: &str, value: &str, note: &str) -> Fact {
    Fact { label: label.into(), value: value.into(), note: note.into() }
}

fn line(label: &str, amount: &str) -> BillLine {
    BillLine { label: label.into(), amount: amount.into() }
}

fn passage(heading: &str, text: &str) -> Passage {
    Passage { heading: heading.into(), text: text.into() }
}

/// Harbour House to Siobhán, on North American paper.
pub fn english() -> Letter {
    Letter {
        language: "en-US".into(),
        direction: Direction::Ltr,
        paper: Paper::UsLetter,
        accent: "#14695f".into(),
        hotel: Sender {
            name: "Harbour House".into(),
            address: "14 Quay Street, Old Harbour, ME 04101, United States".into(),
            phone: "+1 207 555 0142".into(),
            email: "stay@harbourhouse.example".into(),
            website: "harbourhouse.example".into(),
            logo_svg: Some(HARBOUR.into()),
        },
        title: "Your stay is confirmed".into(),
        greeting: "Dear Siobhán Ní Bhriain-O’Shea,".into(),
        opening: "Thank you for booking with us. Your room is waiting, and everything we have agreed is on this page. \
                  Your stay is kept under this number."
            .into(),
        number: fact("Confirmation number", "1HKQ2M4X7TB", ""),
        stay: vec![
            fact("Check-in", "Sat, Dec 12, 2026", "from 3:00 pm"),
            fact("Check-out", "Tue, Dec 15, 2026", "until 11:00 am"),
            fact("Guests", "2 adults, 1 child", "3 nights, 1 room"),
        ],
        rooms: vec![Room {
            name: "Deluxe King".into(),
            door: String::new(),
            details: vec!["Flexible with breakfast".into(), "2 adults, 1 child (7)".into(), "Harbour view".into()],
        }],
        bill: Bill {
            heading: "Price breakdown".into(),
            lines: vec![
                line("Room, Sat Dec 12", "$196.00"),
                line("Room, Sun Dec 13", "$172.00"),
                line("Room, Mon Dec 14", "$172.00"),
                line("State lodging tax, 8.75%", "$47.25"),
                line("Harbour fee, 3 nights at $12.00", "$36.00"),
            ],
            total: line("Total for the stay", "$623.25"),
            notes: vec!["Every tax and fee known when this was agreed is in it.".into()],
            dues: vec![line("Paid now, card ending 4242", "$196.00"), line("Due at the hotel", "$427.25")],
        },
        cancellation: Some(Cancellation {
            sentence: "Free to cancel until Thu, Dec 10, 2026, 6:00 pm (hotel time).".into(),
            after: "After that, the first night with its taxes is charged ($225.15).".into(),
            free_share: 0.84,
        }),
        policies: vec![
            passage("Guarantee", "Your card guarantees the room until your arrival, however late it is."),
            passage(
                "Pets",
                "Dogs are welcome at $25.00 a night. They sleep in the room, eat in the garden and may look at the sea.",
            ),
            passage("Refunds", "What is given back reaches your card within five working days."),
        ],
        change: Some(passage(
            "Change or cancel",
            "At harbourhouse.example/#/search-reservation with the number above and your last name, or by telephone.",
        )),
        closing: "We look forward to welcoming you.".into(),
        footer: "Harbour House, 14 Quay Street, Old Harbour, ME 04101 · +1 207 555 0142".into(),
        page_of: "Page {page} of {pages}".into(),
        numerals: Numerals::Latin,
    }
}

/// One room with what is often added to one, and what goes with that in a letter.
pub fn with_addons() -> Letter {
    let mut letter = english();
    letter.bill.lines = vec![
        line("Room, Sat, Dec 12", "$226.15"),
        line("Room, Sun, Dec 13", "$201.55"),
        line("Room, Mon, Dec 14", "$201.55"),
        line("Harbor district fee · 3 nights at $12.00", "$36.00"),
        line("Breakfast over the water (2 × 3 days at $42.00) · every day", "$252.00"),
        line("Harbor lights cruise × 2 · Sun, Dec 13", "$130.00"),
        line("Late check-out", "$40.00"),
    ];
    letter.bill.total = line("Total for the stay", "$1,087.25");
    letter.bill.notes = vec![
        "State lodging tax, contained: $67.25".into(),
        "Meals tax, contained: $18.67".into(),
        "Every tax and fee known when this was agreed is in it.".into(),
        "About €998.20 at the European Central Bank’s rate of Nov 20, 2026. You pay in USD.".into(),
    ];
    letter.bill.dues = vec![
        line("Paid, card ending 4242", "$226.15"),
        line("Due on Sat, Dec 5, 2026", "$403.10"),
        line("Due at the hotel", "$458.00"),
    ];
    letter.policies.insert(0, passage("Your wishes", "A quiet room, if there is one, and two pillows more."));
    letter.policies[1].text =
        "A card holds your room however late you arrive. Without a card we hold it until 18:00 on \
                               the day you arrive; later it may be sold."
            .into();
    letter
}

/// Dar Al Noor to Amina, who chose her door.
pub fn arabic() -> Letter {
    Letter {
        language: "ar-AE".into(),
        direction: Direction::Rtl,
        paper: Paper::A4,
        accent: "#8a5a2b".into(),
        hotel: Sender {
            name: "دار النور".into(),
            address: "شارع الكورنيش ٢٨، دبي، الإمارات العربية المتحدة".into(),
            phone: "+971 4 555 0128".into(),
            email: "stay@daralnoor.example".into(),
            website: "daralnoor.example".into(),
            logo_svg: Some(NOOR.into()),
        },
        title: "تم تأكيد إقامتك".into(),
        greeting: "السيدة أمينة Ní Bhriain المحترمة،".into(),
        opening: "نشكرك على اختيارك دار النور. غرفتك بانتظارك، وكل ما اتفقنا عليه مدوَّن في هذه الصفحة. \
                  يُرجى الاحتفاظ بها؛ فرقم التأكيد هو كل ما نحتاج إليه للعثور على حجزك."
            .into(),
        number: fact("رقم التأكيد", "2NQ7R4K9VXC", ""),
        stay: vec![
            fact("الوصول", "السبت ١٢ ديسمبر ٢٠٢٦", "من الساعة ٣:٠٠ م"),
            fact("المغادرة", "الثلاثاء ١٥ ديسمبر ٢٠٢٦", "حتى الساعة ١١:٠٠ ص"),
            fact("الضيوف", "٤ بالغين وطفل واحد", "٣ ليالٍ"),
        ],
        rooms: vec![Room {
            name: "غرفة كينغ بإطلالة على البحر".into(),
            door: "غرفة رقم ١٢".into(),
            details: vec!["سعر مرن مع الإفطار".into(), "٤ بالغين وطفل واحد (٧ سنوات)".into()],
        }],
        bill: Bill {
            heading: "تفاصيل السعر".into(),
            lines: vec![
                line("الغرفة، ٣ ليالٍ", "٢٬٧٣٠٫٠٠ د.إ."),
                line("رسم البلدية ٧٪", "١٩١٫١٠ د.إ."),
                line("رسم الخدمة ١٠٪", "٢٧٣٫٠٠ د.إ."),
                line("درهم السياحة، ٣ ليالٍ", "٨١٫٩٠ د.إ."),
            ],
            total: line("المجموع الكامل للإقامة", "٣٬٢٧٦٫٠٠ د.إ."),
            notes: vec!["شامل جميع الضرائب والرسوم المعروفة اليوم.".into()],
            dues: vec![line("مدفوع الآن، بطاقة تنتهي بـ ٤٢٤٢", "٩١٠٫٠٠ د.إ."), line("يُدفع في الفندق", "٢٬٣٦٦٫٠٠ د.إ.")],
        },
        cancellation: Some(Cancellation {
            sentence: "إلغاء مجاني حتى الخميس ١٠ ديسمبر ٢٠٢٦، ٦:٠٠ م (بتوقيت الفندق).".into(),
            after: "بعد ذلك تُحتسب الليلة الأولى مع ضرائبها (١٬٠٩٢٫٠٠ د.إ.).".into(),
            free_share: 0.7,
        }),
        policies: vec![
            passage("الضمان", "تضمن بطاقتك الغرفة حتى وصولك مهما تأخّر."),
            passage("الحيوانات الأليفة", "نعتذر عن استقبال الحيوانات الأليفة، باستثناء حيوانات المساعدة."),
        ],
        change: Some(passage(
            "التعديل أو الإلغاء",
            "عبر daralnoor.example/#/search-reservation باستخدام الرقم أعلاه واسم العائلة، أو هاتفيًا على \u{2066}+971\u{a0}4\u{a0}555\u{a0}0128\u{2069}.",
        )),
        closing: "نتطلع إلى استقبالك.".into(),
        footer: "دار النور، شارع الكورنيش ٢٨، دبي".into(),
        page_of: "صفحة {page} من {pages}".into(),
        numerals: Numerals::ArabicIndic,
    }
}

/// A letter of many pages: many parts, long names, long terms.
pub fn long() -> Letter {
    let mut letter = english();
    letter.paper = Paper::A4;
    letter.hotel.name = "The Grand Old Harbour Palace Hotel and Conference Centre of the Northern Islands".into();
    letter.greeting =
        "Dear Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafe,".into();
    letter.number.value = "1HKQ2M4X7TB-1HKQ2M4X7TB-1HKQ2M4X7TB".into();
    letter.rooms = (1..=12)
        .map(|i| Room {
            name: format!("Deluxe King with a very long name that says what can be seen from its window, {i}"),
            door: format!("Room no. {i}"),
            details: vec!["Flexible with breakfast".into(), "2 adults, 1 child (7)".into()],
        })
        .collect();
    letter.bill.lines = (1..=60).map(|i| line(&format!("Room {i}, Sat Dec 12"), "$196.00")).collect();
    letter.policies = vec![passage("Terms", &"No guest shall be turned away in the rain. ".repeat(220)); 2];
    letter
}

const HARBOUR: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><path fill="currentColor" fill-rule="evenodd" d="M32 5 54 21v22H10V21L32 5Zm-1.5 12.5v19.5H18.5L30.5 17.5Zm3 5.5 9.5 14H33.5V23Z"/><path fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" d="M8 50c4 0 4-3 8-3s4 3 8 3 4-3 8-3 4 3 8 3 4-3 8-3 4 3 8 3M14 58c3.5 0 3.5-3 7-3s3.7 3 7.3 3 3.7-3 7.3-3 3.7 3 7.3 3 3.7-3 7.1-3"/></svg>"#;

const NOOR: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><path fill="currentColor" fill-rule="evenodd" d="M32 4L40.2 12.2H51.8V23.8L60 32 51.8 40.2V51.8H40.2L32 60 23.8 51.8H12.2V40.2L4 32 12.2 23.8V12.2H23.8ZM23 47V31c0-6.5 5-8.5 9-15 4 6.5 9 8.5 9 15v16H23Z"/><path fill="currentColor" d="M32 27l1.6 4.4L38 33l-4.4 1.6L32 39l-1.6-4.4L26 33l4.4-1.6Z"/></svg>"#;

/** The kit: accessible parts that know no hotel, no address and no API. */
export { Button, type ButtonProps, IconButton } from "./Button";
export { Checkbox } from "./Checkbox";
export { Dialog } from "./Dialog";
export { Field } from "./Field";
export { Icon, type IconName } from "./Icon";
export { LiveRegion, say } from "./live";
export { Money } from "./Money";
export { Notice, Tag } from "./Notice";
export { Picture } from "./Picture";
export { Popover } from "./Popover";
export { Prose, plainText } from "./Prose";
export { type RadioCard, RadioCards } from "./RadioCards";
export { SearchList, type SearchOption } from "./SearchList";
export { Select } from "./Select";
export { Skeleton } from "./Skeleton";
export { Stepper } from "./Stepper";
export { Tabs } from "./Tabs";
export { TextArea } from "./TextArea";
export { TextField } from "./TextField";
export { freeShare, UntilLine } from "./UntilLine";

import "./card.css";
